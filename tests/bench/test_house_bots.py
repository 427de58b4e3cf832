"""The handbook's page has all house bots and all tables of its bench; kingdoms hold given cards."""

import sys

import pytest

from bench import house_bots as bench
from bench import search
from bench.pages import DOCS, under
from engine import catalogue
from kit.bots import house_bots

PAGE = (DOCS / bench.PAGE).read_text(encoding="utf-8")


def test_the_page_says_something_of_every_house_bot_in_their_order() -> None:
    for game in catalogue.games():
        part = PAGE.partition(f"\n## For {catalogue.info(game).title}\n")[2].partition("\n## ")[0]
        names = [f"**{bot.title}**" for bot in house_bots(game).values()]
        places = [part.index(name) for name in names]
        assert places == sorted(places)


@pytest.mark.parametrize("game", bench.SETTINGS)
def test_every_table_is_on_the_page_with_every_bot(game: str) -> None:
    names = [name for name in house_bots(game) if name not in bench.LEFT_OUT]
    for setting in bench.SETTINGS[game]:
        _heads, *rows = under(PAGE, f"{catalogue.info(game).title}: {setting.title}")
        assert [row[0].split()[-1] for row in rows] == names


def test_tables_are_made_at_any_size() -> None:
    two = {name: bot.path for name, bot in house_bots("kingdomino").items()}
    bots = {name: two[name] for name in ("random", "greedy")}
    sheet = bench.duels("kingdomino", bench.SETTINGS["kingdomino"][0], bots, 2)
    assert sheet.heads == ("Bot", "1", "2", "All", "Games")
    assert [row[0] for row in sheet.rows] == ["1 random", "2 greedy"]
    shares = [float(row[-2]) for row in sheet.rows]
    assert sum(shares) == 100
    assert {row[-1] for row in sheet.rows} == {"2"}


def test_bots_that_search_stand_on_the_page_and_do_not_fault() -> None:
    heads, *rows = under(PAGE, search.TABLE)
    assert heads == ["Bots", *search.HEADS]
    assert {row[0].split()[0] for row in rows} == {"tuned-money", "rollout"}
    assert all(int(row[-1]) == 0 for row in rows)


# --- kingdoms with given cards -------------------------------------------------------------------
def test_a_kingdom_holds_the_given_cards_and_others_by_the_deal() -> None:
    one, other = (search.with_cards(("Witch", "Chapel"), seed)["kingdom"] for seed in (1, 2))
    for kingdom in (one, other):
        assert {"Witch", "Chapel"} <= set(kingdom)
        assert len(set(kingdom)) == 10
        catalogue.new("dominion", seats=2, seed=1, config={"kingdom": kingdom})
    assert one != other
    assert one == search.with_cards(("Witch", "Chapel"), 1)["kingdom"]


ELEVEN = [word for card in search.KINGDOM_CARDS[:11] for word in ("--with", card)]


@pytest.mark.parametrize("words", [["--with", "Copper"], ["--with", "Wich"], ELEVEN])
def test_a_kingdom_that_cannot_be_is_refused(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["search", *words])
    with pytest.raises(SystemExit) as stopped:
        search.arguments()
    assert stopped.value.code == 2
    assert "kingdom" in capsys.readouterr().err

"""The evidence page has all that its bench measures, which runs at any size."""

import sys

import pytest

from bench import evidence, honesty, kingdomino_players
from bench.pages import DOCS, Sheet, renew, under
from engine.kingdomino.kingdom import Kingdom

PAGE = (DOCS / evidence.PAGE).read_text(encoding="utf-8")
TINY = 1e-9  # the least that a part can do


@pytest.mark.parametrize("part", [part for part in evidence.PARTS if part != "ratings"])
def test_every_table_of_a_part_is_on_the_page(part: str) -> None:
    for sheet in evidence.PARTS[part](TINY):
        heads, *rows = under(PAGE, sheet.title)
        assert heads == list(sheet.heads)
        assert [row[0] for row in rows] == [row[0] for row in sheet.rows]
        assert all(len(row) == len(heads) for row in sheet.rows)


def test_every_table_of_ratings_has_its_place_on_the_page() -> None:
    for name, title in evidence.RATED.items():
        heads, *rows = under(PAGE, title)
        assert name in honesty.TABLES
        assert heads == list(evidence.RATING_HEADS)
        assert rows


def test_no_order_is_better_than_the_results_allow() -> None:
    strengths = [float(strength) for strength in range(20)]
    limits = [honesty.limit(strengths, games) for games in (0, 20, 200, 200_000)]
    assert limits == sorted(limits)
    assert limits[0] == 0
    assert 0.99 < limits[-1] < 1
    ladder = honesty.field_of("close", 2, 1)
    ladder.play_to(4)
    skills = [ladder.skill(bot).mu for bot in ladder.bots]
    true = [ladder.strengths[bot.version] for bot in ladder.bots]
    assert 0 < honesty.kendall(skills, true) < honesty.limit(true, 4 * 2) + 0.1


def test_a_page_gets_no_gaps_in_its_speed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evidence", "--only", "speed", "--write"])
    monkeypatch.setattr(evidence, "INSTALLED", {"some[extra]": "no_such_module"})
    with pytest.raises(SystemExit):
        evidence.main()
    assert 'pip install "some[extra]"' in capsys.readouterr().err


def test_a_part_is_measured_again_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evidence", "--only", "paper", "--size", str(TINY)])
    evidence.main()
    printed = capsys.readouterr().out
    assert "True Random" in printed
    assert "22.58" in printed


@pytest.mark.parametrize("words", [["--only", "nonsense"], ["--size", "0"], ["--size", "many"]])
def test_what_cannot_be_measured_is_refused(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evidence", *words])
    with pytest.raises(SystemExit) as stopped:
        evidence.main()
    assert stopped.value.code == 2
    assert words[0] in capsys.readouterr().err


def test_a_table_takes_the_place_of_the_one_under_its_heading() -> None:
    text = "# Page\n\n## One\n\nWords.\n\n| a |\n| --- |\n\nAfter.\n\n## Two\n\n| b |\n| --- |\n"
    new = renew(text, Sheet("Two", ("c", "d"), [("1", "2")]))
    assert new == text.replace("| b |\n| --- |\n", "| c | d |\n| --- | ---: |\n| 1 | 2 |\n")
    with pytest.raises(ValueError, match="no table under the heading 'Three'"):
        renew(text, Sheet("Three", ("c",), []))


# --- the paper's players -------------------------------------------------------------------------
def test_greedy_players_avoid_holes_and_castles_off_the_middle() -> None:
    def is_sound(*squares: tuple[int, int]) -> bool:
        return kingdomino_players.is_sound(Kingdom.of(5, [(x, y, "wheat", 0) for x, y in squares]))

    assert is_sound((0, 1), (0, 2))
    assert not is_sound((0, 1), (0, 2), (0, 3))
    assert is_sound((1, 2), (1, 1))
    assert not is_sound((1, 2), (2, 1))  # the corner
    assert is_sound((-1, 1), (0, 2), (1, 1))  # above the castle


def test_each_player_of_the_paper_beats_the_one_before() -> None:
    games = 3
    lines = kingdomino_players.LINES[:3]  # TR, GPRD and FG
    means = [kingdomino_players.measure(line, games)[0] for line in lines]
    assert means == sorted(means)
    assert means[0] < means[2] - 10

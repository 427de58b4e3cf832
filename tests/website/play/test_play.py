"""Human games: permissions, content and answers."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.human_games.play import choose_human
from arena.models import Bot, BotSeat, Entry, HumanGame, Ladder, Worker
from engine import catalogue
from tests.cast import a_bot, a_house_bot, a_ladder, alice, bob
from tests.conftest import Bells
from tests.website.conftest import logged_in
from tests.website.page import Page, visit
from tests.website.rows import make_bot
from website.accounts.models import User

HTMX = {"HX-Request": "true"}
KINGDOM = [
    "Cellar", "Chapel", "Moat", "Village", "Smithy", "Feast", "Market", "Laboratory", "Witch",
]  # fmt: skip


@pytest.fixture
def ladder(db: None) -> Ladder:
    return a_ladder(config={"kingdom": "First Game", "turn_limit": 3})


@pytest.fixture
def bot(ladder: Ladder) -> Bot:
    return a_bot(alice(), "Alcuin", ladder)


@pytest.fixture
def game(bot: Bot, ladder: Ladder, charlie: User, as_charlie: Client) -> HumanGame:
    """Charlie sits first against Alice's bot."""
    told = {"rules": f"ladder:{ladder.pk}", "seats": "2", "others": str(bot.pk), "seat": "first"}
    answer = as_charlie.post("/play/against/alcuin/", told)
    found = HumanGame.objects.get()
    assert answer.headers["Location"] == f"/play/{found.pk}/"
    return found


@pytest.mark.parametrize(
    ("config", "key"),
    [
        ({"kingdom": ["Black Market", *KINGDOM]}, "black_market"),
        ({"kingdom": "random"}, "sets"),
    ],
)
def test_a_game_stores_what_it_was_dealt_from(
    config: dict[str, Any], key: str, bot: Bot, ladder: Ladder, charlie: User, as_charlie: Client
) -> None:
    Ladder.objects.update(config=config)
    told = {"rules": f"ladder:{ladder.pk}", "seats": "2", "others": str(bot.pk), "seat": "first"}
    as_charlie.post("/play/against/alcuin/", told)
    game = HumanGame.objects.get()
    assert game.config == game.restored().record()["config"]
    assert isinstance(game.config[key], list)


def sent(game: HumanGame, browser: Client, **data: Any) -> Any:
    """Return the response to a choice sent as htmx sends it."""
    return browser.post(f"/play/{game.pk}/", {"number": game.choices_count, **data}, headers=HTMX)


def bot_answers(game: HumanGame) -> HumanGame:
    """Play the bots' default answers."""
    game.refresh_from_db()
    position = game.restored()
    while position.decision is not None and position.decision.seat != game.human_seat:
        position.choose(position.decision.default)
    game.advance(position, {}, timezone.now())
    game.save()
    return game


def test_a_table_is_its_persons_own(
    game: HumanGame, as_alice: Client, as_olga: Client, visitor: Client
) -> None:
    for address in ("", "give-up/", "again/", "record/", "replay.json", "replay/"):
        for browser in (as_alice, as_olga):
            assert browser.post(f"/play/{game.pk}/{address}", {"number": 0}).status_code in (
                404,
                405,
            )
            assert browser.get(f"/play/{game.pk}/{address}").status_code in (404, 405)
        assert "/accounts/login/" in visitor.post(f"/play/{game.pk}/{address}").headers["Location"]
    game.refresh_from_db()
    assert (game.choices_count, game.status) == (0, HumanGame.Status.ASKING)
    assert "/accounts/login/" in visitor.get("/play/").headers["Location"]
    assert str(game) not in visit(as_alice, "/play/").html


def test_the_page_hides_what_the_seat_does_not_see(game: HumanGame, as_charlie: Client) -> None:
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert str(game.seed) not in page.html
    shown = json.loads(page.part("[data-table]")["data-table"])
    assert shown["position"] == game.restored().view(0)
    assert shown["position"]["seats"][1]["hand"] is None
    assert shown["question"]["zone"] == "hand"


def test_without_scripts_a_form_answers(game: HumanGame, as_charlie: Client, bells: Bells) -> None:
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert page.has("[type=checkbox][name=pick][value='0'][form=answer]")
    where = f"/play/{game.pk}/"
    answer = as_charlie.post(where, {"number": 0, "order": "2 1"}, follow=True)
    assert answer.redirect_chain == [(where, 302)]
    game.refresh_from_db()
    assert game.choices == [[1, 0]]
    as_charlie.post(where, {"number": 1, "none": "1"})
    game.refresh_from_db()
    assert game.choices == [[1, 0], []]
    assert bells() == []


def test_the_bots_are_rung_for_once_when_it_is_their_move(
    game: HumanGame, as_charlie: Client, bells: Bells, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        while game.status == HumanGame.Status.ASKING:
            answer = sent(game, as_charlie, none="1")
            game.refresh_from_db()
    assert bells() == [("arena.answer", [game.pk])]
    page = Page(answer)
    assert page.has("[hx-trigger*='every 300ms']")
    assert "Alcuin" in page
    again = as_charlie.get(f"/play/{game.pk}/", headers=HTMX)
    unchanged = {**HTMX, "If-None-Match": again.headers["ETag"]}
    assert as_charlie.get(f"/play/{game.pk}/", headers=unchanged).status_code == 304
    before = game.choices_count
    game = bot_answers(game)
    page = visit(as_charlie, f"/play/{game.pk}/", headers=unchanged)
    assert game.choices_count > before
    assert "Since your last turn" in page
    assert "Alcuin draws 5 cards" in page


def test_a_doubled_or_a_stale_answer_changes_nothing(game: HumanGame, as_charlie: Client) -> None:
    sent(game, as_charlie, pick="0")
    doubled = sent(game, as_charlie, pick="0")
    assert "already answered" in Page(doubled)
    game.refresh_from_db()
    assert game.choices_count == 1
    assert "already answered" in Page(sent(game, as_charlie, number=99, none="1"))
    where = f"/play/{game.pk}/"
    before = as_charlie.get(where)
    as_charlie.post(where, {"number": 0, "pick": "0"})
    known = {"If-None-Match": before.headers.get("ETag", "")}
    assert "already answered" in visit(as_charlie, where, headers=known)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"pick": ["0", "0"]}, "each once"),
        ({"pick": ["17"]}, "each once"),
        ({"order": "1 x"}, "Enter the numbers"),
        ({"number": "one"}, "Enter the numbers"),
        ({"pick": ["-1"]}, "each once"),
    ],
)
def test_an_illegal_answer_is_told_and_nothing_is_lost(
    game: HumanGame, as_charlie: Client, data: dict[str, Any], words: str
) -> None:
    page = Page(sent(game, as_charlie, **data))
    assert words in page
    assert page.alerts
    game.refresh_from_db()
    assert game.choices_count == 0


def test_the_end_publishes_the_seed_and_leads_to_the_next_game(
    game: HumanGame, as_charlie: Client, charlie: User
) -> None:
    assert as_charlie.get(f"/play/{game.pk}/record/").status_code == 404
    while game.is_open:
        if game.status == HumanGame.Status.ASKING:
            game = choose_human(person=charlie, game=game, number=game.choices_count, picks=[])
        else:
            game = bot_answers(game)
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert str(game.seed) in page
    assert "A tie, 3 : 3." in page
    stored = as_charlie.get(f"/play/{game.pk}/record/").json()
    assert stored["seed"] == game.seed
    shot = as_charlie.get(f"/play/{game.pk}/replay.json").json()
    assert len(shot["questions"]) == game.choices_count
    assert shot["outcome"]["scores"] == game.scores
    german = as_charlie.get(
        f"/play/{game.pk}/replay.json", headers={"Accept-Language": "de"}
    ).json()
    assert (shot["language"], german["language"]) == ("en", "de")
    assert german["frames"][-1][1].startswith("Das Spiel endet (")
    replay = visit(as_charlie, f"/play/{game.pk}/replay/").part("[data-replay]")
    assert replay["data-replay"] == f"/play/{game.pk}/replay.json"
    assert as_charlie.post(f"/play/{game.pk}/again/", {"swap": "1"}).status_code == 302
    new = HumanGame.objects.get(pk__gt=game.pk)
    assert (new.human_seat, new.status) == (1, HumanGame.Status.WAITING)
    assert new.seed != game.seed


def test_a_faulted_bot_is_named_and_only_its_owner_sees_why(
    game: HumanGame, as_charlie: Client, as_alice: Client, as_bob: Client
) -> None:
    failure = {"traceback": "secret-line", "decision": None, "cpu": 0.5, "log": "secret-print"}
    BotSeat.objects.update(
        faulted_at=0,
        fault_recorded_at=timezone.now(),
        verdict="crash",
        message="secret-message",
        failure=failure,
    )
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert "crashed" in page
    assert "secret" not in page.html
    own = visit(as_alice, "/play/failures/alcuin/")
    assert all(f"secret-{word}" in own for word in ("line", "print", "message"))
    for browser in (as_bob, as_charlie):
        assert browser.get("/play/failures/alcuin/").status_code == 404


def test_three_tables_a_person_and_so_many_a_day(
    game: HumanGame, as_charlie: Client, settings: Any
) -> None:
    told = {"rules": "game:dominion", "seats": "2", "others": "0", "seat": "last"}
    told["others"] = str(Bot.objects.get().pk)
    for _ in range(2):
        assert as_charlie.post("/play/against/alcuin/", told).status_code == 302
    refused = as_charlie.post("/play/against/alcuin/", told)
    assert refused.status_code == 422
    page = Page(refused)
    assert "Your open games: 3" in page
    assert f"/play/{game.pk}/" in page.hrefs
    [resign] = page.parts(f'form[action="/play/{game.pk}/give-up/"]')
    back = resign.part('[name="next"]')["value"]
    answer = as_charlie.post(resign["action"], {"next": back})
    assert answer.headers["Location"] == "/play/against/alcuin/"
    settings.HUMAN_GAMES_PER_DAY = 3
    assert "3 games a day" in Page(as_charlie.post("/play/against/alcuin/", told))
    assert HumanGame.objects.count() == 3


def test_bots_whose_owner_will_not_and_machines_without_a_jail(
    bot: Bot, as_charlie: Client, as_alice: Client
) -> None:
    Bot.objects.update(takes_challenges=False)
    assert "does not accept challenges" in visit(as_charlie, "/play/against/alcuin/")
    assert "Start game" in visit(as_alice, "/play/against/alcuin/"), "her own"
    told = {"rules": "game:dominion", "seats": "2", "others": str(bot.pk), "seat": "lot"}
    assert as_charlie.post("/play/against/alcuin/", told).status_code == 422
    Worker.objects.create(host="h", slots=1, problem="no bwrap", seen_at=timezone.now())
    assert "run bots in a jail" in visit(as_charlie, "/play/")
    assert "run bots in a jail" in Page(as_alice.post("/play/against/alcuin/", told))


def test_kingdomino_for_three_in_german(charlie: User) -> None:
    ladder = a_ladder(name="Höfe", slug="hoefe", game="kingdomino", seats=3, config={})
    bot = a_bot(alice(), "Alcuin", ladder)
    browser = logged_in(charlie)
    browser.cookies["django_language"] = "de"
    told = {"rules": f"ladder:{ladder.pk}", "seats": "2", "others": str(bot.pk), "seat": "lot"}
    assert browser.post("/play/against/alcuin/", told).status_code == 302
    game = HumanGame.objects.get()
    assert (game.seats_count, game.bot_seats.count()) == (3, 2)
    game = bot_answers(game)
    page = visit(browser, f"/play/{game.pk}/")
    assert "#land-wheat" not in page.hrefs, "the drawing is the browser's"
    assert "Alcuin (1)" in page
    assert "Die nächste Reihe: " in page
    assert "The next row" not in page.html
    position = game.restored()
    assert position.decision is not None
    assert len(position.decision.options) == len(page.parts("[name=pick]"))


def test_the_lists_offer_who_takes_challenges(
    bot: Bot, as_charlie: Client, as_alice: Client
) -> None:
    link = "/play/against/alcuin/"
    page = visit(as_charlie, "/play/")
    assert link in page.hrefs, "first on its ladder"
    assert link in visit(as_charlie, "/bots/alcuin/").hrefs
    Bot.objects.update(takes_challenges=False)
    assert link not in visit(as_charlie, "/play/").html
    assert link in visit(as_alice, "/play/").hrefs, "her own"


def test_leaders_are_the_first_of_the_leaderboard(
    bot: Bot, ladder: Ladder, as_charlie: Client
) -> None:
    for name, mu in (("Bede", 40), ("Crispin", 38), ("Dunstan", 36), ("Eadgyth", 34)):
        make_bot(bob(), name, ladder, mu=mu, sigma=1)
    Bot.objects.filter(slug="crispin").update(takes_challenges=False)
    a_house_bot("Herald", ladder)
    Entry.objects.filter(bot__slug="herald").update(mu=50, sigma=1)
    Entry.objects.update(matches=30)
    leaders = visit(as_charlie, "/play/").texts("section[aria-label] li")
    assert leaders == ["1. Herald", "2. Bede", "4. Dunstan"]


def test_the_lists_take_few_queries(
    game: HumanGame, as_charlie: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(15):
        as_charlie.get("/play/")
    with django_assert_max_num_queries(8):
        as_charlie.get(f"/play/{game.pk}/", headers=HTMX)


def test_a_game_of_other_rules_says_so(game: HumanGame, as_charlie: Client) -> None:
    HumanGame.objects.update(engine="dominion-0")
    page = visit(as_charlie, f"/play/{game.pk}/")
    assert "rules have changed" in page
    assert "rules have changed" in Page(sent(game, as_charlie, none="1"))
    assert as_charlie.post(f"/play/{game.pk}/give-up/").status_code == 302
    game.refresh_from_db()
    assert game.status == HumanGame.Status.ABANDONED
    assert catalogue.info("dominion").engine != game.engine


def test_resigning_leads_to_no_other_site(game: HumanGame, as_charlie: Client) -> None:
    answer = as_charlie.post(f"/play/{game.pk}/give-up/", {"next": "https://example.org/"})
    assert answer.headers["Location"] == f"/play/{game.pk}/"

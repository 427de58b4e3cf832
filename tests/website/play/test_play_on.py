"""Games from a position of a finished game."""

import pytest
from django.test import Client

from arena.models import Bot, HumanGame, Ladder, Match
from tests.cast import a_house_bot
from tests.website.matches.test_replay import match, with_decision_log
from tests.website.page import Page, visit
from tests.website.rows import make_match, make_version
from website.accounts.models import User

__all__ = ["match"]


@pytest.fixture
def event(match: Match, ladder: Ladder, charlie: User) -> int:
    """An event in the middle of the match's first game."""
    assert charlie.pk
    a_house_bot("big-money", ladder)
    return int(with_decision_log(match).logged_decisions[20]["after"])


def started(browser: Client, match: Match, event: object, seat: int = 0, bot: str = "") -> Page:
    sent = {"at": event, "seat": seat, "opponent": bot or Bot.objects.get(slug="big-money").pk}
    return Page(browser.post(f"/play/from/{match.pk}/1/", sent, follow=True))


def test_a_game_goes_on_with_the_same_past(as_charlie: Client, match: Match, event: int) -> None:
    link = f"/play/from/{match.pk}/1/"
    watched = visit(as_charlie, f"/matches/{match.pk}/games/1/replay/", {"at": str(event)})
    assert link in watched.hrefs
    assert f"{link}?at=" in watched.html
    page = visit(as_charlie, link, {"at": str(event)})
    assert page.part("input[name=at]")["value"] == str(event)
    seat = int(page.part("select[name=seat] option[selected]")["value"])
    started(as_charlie, match, event, seat)
    game, stored = HumanGame.objects.get(), match.games.get(number=0)
    assert (game.status, game.human_seat) == (HumanGame.Status.ASKING, seat)
    assert game.choices == stored.record["choices"][: game.start_choice]
    assert game.restored().logged == event
    assert (game.seed, game.config) == (stored.record["seed"], stored.record["config"])
    assert "4242424242" not in visit(as_charlie, f"/play/{game.pk}/").html
    as_charlie.post(f"/play/{game.pk}/give-up/")
    as_charlie.post(f"/play/{game.pk}/again/")
    again = HumanGame.objects.latest("pk")
    assert (again.start_choice, again.choices) == (game.start_choice, game.choices)


def test_the_bots_begin_where_it_is_their_turn(
    as_charlie: Client, match: Match, event: int
) -> None:
    asked = match.games.get(number=0).logged_decisions[20]["seat"]
    started(as_charlie, match, event, 1 - asked)
    assert HumanGame.objects.get().status == HumanGame.Status.WAITING


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"at": 9_000_000}, "can be continued from events 0 to"),
        ({"at": -1}, "greater than or equal to 0"),
        ({"at": "x"}, "Enter a whole number"),
        ({"at": 10**9}, "less than or equal to"),
        ({"seat": 2}, "not one of the available choices"),
        ({"bot": "999999"}, "Choose one of these bots"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(
    sent: dict[str, object], told: str, as_charlie: Client, match: Match, event: int
) -> None:
    params = {
        "event": sent.get("at", event),
        "seat": sent.get("seat", 0),
        "bot": sent.get("bot", ""),
    }
    assert told in started(as_charlie, match, **params)  # type: ignore[arg-type]
    assert not HumanGame.objects.exists()


def test_a_game_of_other_rules_is_refused(as_charlie: Client, match: Match, event: int) -> None:
    game = match.games.get(number=0)
    game.record["engine"] = "dominion-0"
    game.save()
    assert "was made under rules" in started(as_charlie, match, event)
    assert not HumanGame.objects.exists()


@pytest.mark.parametrize("status", ["queued", "running", "void"])
def test_only_a_finished_match_can_be_continued(
    status: str, as_charlie: Client, match: Match, event: int
) -> None:
    Match.objects.filter(pk=match.pk).update(status=status, serial=None)
    assert as_charlie.get(f"/play/from/{match.pk}/1/").status_code == 404
    sent = {"at": event, "seat": 0, "opponent": Bot.objects.get(slug="big-money").pk}
    assert as_charlie.post(f"/play/from/{match.pk}/1/", sent).status_code == 404


def test_only_those_who_see_the_match_play_on(
    as_alice: Client, as_bob: Client, visitor: Client, ladder: Ladder, alices_bot: Bot
) -> None:
    version = make_version(alices_bot, ladder)
    check = make_match(ladder, version, version, purpose="check")
    where = f"/play/from/{check.pk}/1/"
    assert as_alice.get(where).status_code == 200
    assert as_bob.get(where).status_code == 404
    assert visitor.get(where).headers["Location"].startswith("/accounts/login/")

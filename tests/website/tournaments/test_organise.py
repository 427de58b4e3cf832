"""Only organisers create tournaments and manage them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import Action, Bot, Ladder, Tournament
from arena.tournaments.organise import make_tournament
from arena.tournaments.rounds import pause_locked
from engine.messages import Message
from tests.arena.tournament_steps import (
    bots,
    frozen,
    opened,
    play_one,
    play_out,
    play_round,
    started,
    terms,
    the_pairing,
)
from tests.cast import olga
from tests.website.forms import errors
from tests.website.ladders.test_organise import FORM as LADDER_FORM
from tests.website.page import Page, Table, visit
from tests.website.tournaments.conftest import OTHERS
from website.accounts.models import User

NEW, PAGE = "/tournaments/new/", "/tournaments/autumn-cup/"
DESK, EDIT = f"{PAGE}organise/", f"{PAGE}edit/"
YEAR = timezone.now().year + 1
FORM: dict[str, Any] = {name: value for name, value in LADDER_FORM.items() if name != "state"} | {
    "name": "Autumn Cup",
    "format": "swiss",
    "swiss-rounds": "",
    "groups-groups": "2",
    "groups-advance": "2",
    "admission": "sign_up",
    "ladder": "",
    "most_entrants": "16",
    "bots_per_owner": "1",
    "zone": "Europe/Berlin",
    "entry_deadline": f"{YEAR}-07-01T18:00",
    "starts_at": f"{YEAR}-07-01T19:00",
    "reveal_minutes": "0",
    "if_unpaired": "rematch",
}
BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no name": ({"name": ""}, "name", "This field is required"),
    "seven seats": ({"seats": "7"}, "seats", "less than or equal to 6"),
    "no multiple": ({"games_per_match": "3"}, "games_per_match", "multiple of its 2 seats"),
    "another format": ({"format": "chess"}, "format", "valid choice"),
    "no rounds": ({"swiss-rounds": "0"}, "swiss-rounds", "greater than or equal to 1"),
    "rounds in words": ({"swiss-rounds": "many"}, "swiss-rounds", "whole number"),
    "one group": ({"format": "groups", "groups-groups": "1"}, "groups-groups", "equal to 2"),
    "a tie-break twice": (
        {"tie_break_1": "wins", "tie_break_3": "wins"},
        "tie_break_3",
        "Already chosen above",
    ),
    "unknown tie-break": ({"tie_break_1": "beauty"}, "tie_break_1", "valid choice"),
    "no ladder": ({"admission": "ladder"}, "ladder", "Choose the ladder"),
    "strange ladder": ({"ladder": "999"}, "ladder", "valid choice"),
    "one entrant": ({"most_entrants": "1"}, "most_entrants", "greater than or equal to 2"),
    "far too many": ({"most_entrants": "9999"}, "most_entrants", "less than or equal to 512"),
    "no bots": ({"bots_per_owner": "0"}, "bots_per_owner", "greater than or equal to 1"),
    "no zone": ({"zone": "Atlantis/Capital"}, "zone", "valid choice"),
    "no date": ({"entry_deadline": "soon"}, "entry_deadline", "valid date"),
    "an hour that is left out": ({"starts_at": "2037-03-29T02:30"}, "starts_at", "interpreted"),
    "a deadline that is past": ({"entry_deadline": "2020-07-01T18:00"}, "entry_deadline", "passed"),
    "a start in the year 9999": (
        {"starts_at": "9999-12-31T23:59"},
        "starts_at",
        "within two years",
    ),
    "a deadline long ago": ({"entry_deadline": "0001-01-01T00:00"}, "entry_deadline", ""),
    "start before the deadline": (
        {"starts_at": f"{YEAR}-07-01T17:59"},
        "starts_at",
        "cannot be before",
    ),
    "a month's secret": ({"reveal_minutes": "50000"}, "reveal_minutes", "less than or equal"),
    "no kingdom": ({"dominion-kingdom": "Atlantis"}, "dominion-kingdom", "valid choice"),
    "slow clock": ({"decision_cpu": "9999"}, "decision_cpu", "less than or equal to 600"),
}
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "pods for two": ({"format": "pod_swiss"}, "Pod formats need three"),
    "a Swiss that is too long": (
        {"swiss-rounds": "9", "most_entrants": "4"},
        "9 Swiss rounds need more than 4 entrants",
    ),
}


def said(browser: Client, verb: str, **sent: Any) -> str:
    """Press the button; return the message on the page."""
    response = browser.post(f"{DESK}{verb}/", sent, follow=True)
    assert response.status_code == 200
    return Page(response).message


def state() -> str:
    return Tournament.objects.get().state


# --- the form ----------------------------------------------------------------------------------


def test_what_was_chosen_is_stored(as_olga: Client, ladder: Ladder) -> None:
    chosen = {
        "format": "groups",
        "groups-groups": "4",
        "groups-double": "on",
        "tie_break_1": "wins",
        "tie_break_2": "lot",
        "ladder": str(ladder.pk),
        "decision_cpu": "0.5",
        "reveal_minutes": "10",
    }
    response = as_olga.post(NEW, FORM | chosen)
    assert response.url == DESK  # type: ignore[attr-defined]
    made = Tournament.objects.get()
    assert made.terms == {"groups": 4, "advance": 2, "double": True, "third_place": False}
    assert made.tie_breaks == ["wins", "lot"]
    assert (made.format, made.state, made.ladder) == ("groups", "draft", ladder)
    assert (made.limits, made.reveal_minutes) == ({"decision_cpu": 0.5}, 10)
    assert made.config == {"kingdom": "First Game"}


def test_dates_are_meant_in_the_zone_that_was_chosen(as_olga: Client, db: None) -> None:
    as_olga.post(NEW, FORM)
    made = Tournament.objects.get()
    assert made.entry_deadline.isoformat() == f"{YEAR}-07-01T16:00:00+00:00"
    page = visit(as_olga, EDIT)
    assert page.has(f'[value="{YEAR}-07-01T18:00"]')
    assert page.has('option[value="Europe/Berlin"][selected]')


@pytest.mark.parametrize("path", [NEW, "/leagues/new/"])
def test_a_new_form_begins_in_the_time_zone_of_the_profile(
    path: str, as_olga: Client, ladder: Ladder
) -> None:
    as_olga.post(NEW, FORM | {"zone": "Asia/Tokyo"})
    User.objects.filter(pk=olga().pk).update(time_zone="America/New_York")
    assert visit(as_olga, path).has('option[value="America/New_York"][selected]')


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_said_at_its_field(what: str, as_olga: Client, ladder: Ladder) -> None:
    changed, field, words = BAD[what]
    response = as_olga.post(NEW, FORM | changed)
    assert response.status_code == 422
    found = errors(response)
    assert words in found.pop(field)
    assert found == {}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_tournament_can_be_is_refused(what: str, as_olga: Client) -> None:
    changed, words = REFUSED[what]
    response = as_olga.post(NEW, FORM | changed)
    assert response.status_code == 422
    assert words in Page(response).alert
    assert not Tournament.objects.exists()


def test_a_taken_name_is_said_at_the_name(as_olga: Client) -> None:
    opened()
    response = as_olga.post(NEW, FORM | {"name": " autumn  CUP "})
    assert "A tournament named" in Page(response).errors["name"]


def test_rounds_and_matches_are_shown_before_anything_is_stored(as_olga: Client) -> None:
    response = as_olga.post(NEW, FORM | {"estimate": "1"})
    assert response.status_code == 200
    table = Table(Page(response).part("table.estimate").node)
    numbers = [row.texts("td[class=number]") for row in table.rows]
    assert [row[:3] for row in numbers] == [["4", "2", "4"], ["8", "4", "16"], ["16", "5", "40"]]
    wins = [int(row[3]) for row in numbers]
    assert 90 > wins[0] > wins[1] > wins[2] > 30
    assert not Tournament.objects.exists()


def test_what_else_could_be_played_is_compared(as_olga: Client) -> None:
    page = Page(as_olga.post(NEW, FORM | {"estimate": "1"}))
    compared = page.part(".compared")
    told, others = compared.text, compared.texts("li")
    way = r"{}: the best wins \d\d% of the time; {}"
    assert re.search(way.format("Swiss, 5 rounds", "40 matches, 80 games"), told)
    for other in (
        way.format("Double elimination, 9 rounds", "30–31 matches, 60–62 games"),  # noqa: RUF001
        way.format("Swiss, 5 rounds, 4 games per match", "40 matches, 160 games"),
    ):
        assert any(re.fullmatch(other, line) for line in others)
    assert "With 16 entrants" in told
    assert re.search(r"Standard error: \d percentage points", told)


def test_a_game_a_match_and_one_round_are_told_as_one(as_olga: Client) -> None:
    sent = FORM | {"estimate": "1", "games_per_match": "1", "most_entrants": "2"}
    told = Page(as_olga.post(NEW, sent)).part(".compared").texts("strong")
    way = r"Swiss, 1 round: the best wins \d\d% of the time; 1 match, 1 game"
    assert any(re.fullmatch(way, line) for line in told)


def test_more_entrants_than_were_simulated_are_said_to_be_so(as_olga: Client) -> None:
    sent = FORM | {"estimate": "1", "most_entrants": "512", "format": "round_robin"}
    told = Page(as_olga.post(NEW, sent)).part(".compared")
    assert "Round robin, 511 rounds: 130816 matches, 261632 games" in told.texts("strong")
    assert "was not simulated" in told
    assert "Alternatives" not in told


def test_a_new_tournament_has_two_deals_a_match_and_a_round_more(as_olga: Client) -> None:
    assert as_olga.get(NEW).context["form"]["games_per_match"].value() == 4
    as_olga.post(NEW, FORM)
    assert Tournament.objects.get().terms == {"more_rounds": 1}


def test_a_tournament_made_before_keeps_its_rounds(as_olga: Client) -> None:
    made = opened(format="swiss", terms={})
    form = FORM | {"name": "Other Cup", "swiss-rounds": ""}
    assert as_olga.post(EDIT, form).status_code == 302
    made.refresh_from_db()
    assert (made.name, made.terms) == ("Other Cup", {})
    as_olga.post(EDIT, form | {"swiss-rounds": "3"})
    as_olga.post(EDIT, form)
    made.refresh_from_db()
    assert made.terms == {"more_rounds": 1}


def test_the_time_is_estimated_from_matches_that_were_played(as_olga: Client) -> None:
    assert "its duration cannot be estimated" in Page(as_olga.post(NEW, FORM | {"estimate": "1"}))
    play_out(started(bots(3), name="Past Cup"))
    assert "Measured on the latest 3 matches" in Page(as_olga.post(NEW, FORM | {"estimate": "1"}))


@pytest.mark.parametrize("language", ["en", "de"])
def test_saving_what_the_page_shows_changes_nothing(language: str, as_olga: Client) -> None:
    made = opened(
        format="groups",
        terms={"groups": 3, "advance": 1, "double": True, "third_place": False},
        tie_breaks=["wins", "direct_encounter"],
        limits={"memory": 64 * 1024 * 1024, "game_cpu": 7.5},
        entry_deadline=timezone.now().replace(second=0, microsecond=0) + timedelta(days=300),
        starts_at=timezone.now().replace(second=0, microsecond=0) + timedelta(days=600),
    )
    as_olga.post("/language/", {"language": language, "next": "/"})
    form = as_olga.get(EDIT).context["form"]
    shown = [field for one in (form, *form.parts.values(), *form.formats.values()) for field in one]
    values = {field.html_name: field.value() for field in shown}
    sent = {
        name: value for name, value in values.items() if value is not None and value is not False
    }
    assert as_olga.post(EDIT, sent).status_code == 302
    before = vars(made).copy()
    made.refresh_from_db()
    assert {name for name in before if vars(made)[name] != before[name]} <= {"_state"}


def test_words_change_after_the_deadline(as_olga: Client, cup: Tournament) -> None:
    past = timezone.now() - timedelta(days=1)
    Tournament.objects.update(entry_deadline=past, starts_at=past)
    form = as_olga.get(EDIT).context["form"]
    shown = [field for one in (form, *form.parts.values(), *form.formats.values()) for field in one]
    values = {field.html_name: field.value() for field in shown}
    sent = {name: one for name, one in values.items() if one is not None and one is not False}
    minute = f"{past:%Y-%m-%dT%H:%M}"
    sent |= {"entry_deadline": minute, "starts_at": minute, "description": "What a cup"}
    assert as_olga.post(EDIT, sent).status_code == 302
    cup.refresh_from_db()
    assert (cup.description, cup.entry_deadline, cup.starts_at) == ("What a cup", past, past)
    sent["revision"] = str(cup.revision)
    late = as_olga.post(EDIT, sent | {"entry_deadline": "2020-07-01T18:00"})
    assert "already passed" in Page(late).errors["entry_deadline"]


def test_what_may_not_change_any_more_is_said(as_olga: Client, cup: Tournament) -> None:
    response = as_olga.post(EDIT, FORM)
    assert response.status_code == 422
    assert "These settings can no longer change" in Page(response).alert
    cup.refresh_from_db()
    assert cup.format == "round_robin"


# --- the desk ----------------------------------------------------------------------------------


def test_from_the_draft_to_the_first_round(as_olga: Client) -> None:
    field = bots(3)
    make_tournament(organiser=olga(), terms=terms())
    assert "Tournament opened" in said(as_olga, "open")
    assert "3 bots admitted" in said(as_olga, "admit", bot=[bot.slug for bot in field])
    assert "was excluded" in said(as_olga, "exclude", bot=field[0].slug, reason="It cheats")
    assert "1 bot admitted" in said(as_olga, "admit", bot=field[0].slug)
    assert "Entries are closed" in said(as_olga, "freeze")
    assert "The first round is paired" in said(as_olga, "start")
    assert state() == "running"
    log = visit(as_olga, DESK).text.split("History")[1]
    for line in (
        "Started",
        "Entries closed",
        "Excluded: House 1",
        "It cheats",
        "Created as a draft",
    ):
        assert line in log


def test_seeds_are_given_by_hand(as_olga: Client, ladder: Ladder) -> None:
    house = bots(3, ladder)
    cup = frozen(house)
    numbers = {"seed-house-1": "", "seed-house-2": "2", "seed-house-3": "1"}
    assert "Seeds saved" in said(as_olga, "seeds", **numbers)
    slugs = cup.entrants.numbered().values_list("bot__slug", flat=True)
    assert list(slugs) == ["house-3", "house-2", "house-1"]
    page = visit(as_olga, DESK)
    seeds = [(field["name"], field["value"]) for field in page.parts("[name^=seed-]")]
    assert seeds[:2] == [("seed-house-3", "1"), ("seed-house-2", "2")]
    assert "Seeded by hand: House 3, House 2" in page
    for wrong in ("1", "0", "first"):
        page = Page(as_olga.post(f"{DESK}seeds/", numbers | {"seed-house-2": wrong}))
        assert "for one bot only" in page.alert
        assert page.part("[name=seed-house-2]")["value"] == wrong
    page = Page(as_olga.post(f"{DESK}seeds/", numbers | {"seed-house-9": "3"}))
    assert "One of these bots no longer exists" in page.alert
    assert list(slugs.all()) == ["house-3", "house-2", "house-1"]


def test_it_is_paused_and_goes_on(as_olga: Client, cup: Tournament) -> None:
    assert "Tournament paused" in said(as_olga, "pause", reason="Lunch")
    assert state() == "paused"
    assert "Tournament resumed" in said(as_olga, "resume")
    assert Action.objects.get(verb="pause_tournament").reason == "Lunch"


def test_new_rules_are_accepted_by_a_box(as_olga: Client, cup: Tournament) -> None:
    Tournament.objects.update(rules="dominion/0")
    pause_locked(tournament=Tournament.objects.get(), problem=Message("rules"))
    assert "Accept the new rules" in said(as_olga, "resume")
    assert visit(as_olga, DESK).has("[name=accept_rules]")
    assert "Tournament resumed" in said(as_olga, "resume", accept_rules="on")


@pytest.mark.parametrize("verb", ["cancel", "redraw", "exclude", "forfeit", "rejudge"])
def test_what_changes_results_needs_a_reason(verb: str, as_olga: Client, cup: Tournament) -> None:
    pairing = the_pairing(cup)
    seat = pairing.seats.select_related("entrant__bot").first()
    assert seat
    sent = {"pairing": pairing.pk, "seat": seat.pk, "bot": seat.entrant.bot.slug}
    count = Action.objects.count()
    assert "Give a reason" in said(as_olga, verb, **sent, reason="  ")
    assert Action.objects.count() == count
    said(as_olga, verb, **sent, reason="So it was agreed")
    assert Action.objects.filter(reason="So it was agreed").count() == 1


def test_a_pairing_is_forfeited_and_played_again(as_olga: Client, cup: Tournament) -> None:
    play_one()
    pairing = the_pairing(cup)
    seat = pairing.seats.all()[0]
    sent = {"pairing": pairing.pk, "seat": seat.pk, "reason": "Late"}
    assert "has forfeited" in said(as_olga, "forfeit", **sent)
    assert the_pairing(cup).state == "forfeited"
    assert "with a new deal" in said(as_olga, "rejudge", pairing=pairing.pk, reason="Mistake")
    assert the_pairing(cup).state == "playing"
    names = [each.entrant.bot.name for each in pairing.seats.all()]
    actions = [row["Action"] for row in visit(as_olga, DESK).table("History").rows]
    assert actions[0] == f"Pairing to be played again: {', '.join(names)}"
    assert actions[1] == f"Pairing forfeited: {seat.entrant.bot.name}"


def test_each_action_has_one_form_however_many_entrants_there_are(as_olga: Client) -> None:
    field, actions = bots(6), []
    for count in (2, 6):
        cup = started(field[:count], name=f"Cup of {count}", format="swiss")
        page = visit(as_olga, f"/tournaments/{cup.slug}/organise/")
        forms = [form["action"] for form in page.parts("form[action*=organise]")]
        actions.append([action.replace(cup.slug, "") for action in forms])
        assert len(page.table("Pairings of round 1").rows) == count // 2
    assert actions[0] == actions[1]


def test_a_swiss_may_allow_rematches_and_end_early(as_olga: Client) -> None:
    cup = play_round(started(bots(4), format="swiss"))
    assert "Rematches are allowed" in said(as_olga, "rematches")
    cup.refresh_from_db()
    assert cup.allows_rematches
    assert "have no result yet" in said(as_olga, "finish", reason="Late")
    assert "Tournament cancelled" in said(as_olga, "cancel", reason="Late")
    assert state() == "cancelled"


@pytest.mark.parametrize(
    ("verb", "sent", "words"),
    [
        ("admit", {}, "Choose a bot"),
        ("admit", {"bot": "nobody"}, "Choose a bot"),
        ("exclude", {"bot": "nobody", "reason": "x"}, "Choose a bot"),
        ("forfeit", {"seat": "1", "reason": "x"}, "This pairing does not exist"),
        ("forfeit", {"seat": "9" * 40, "reason": "x"}, "This pairing does not exist"),
        ("rejudge", {"pairing": "x", "reason": "x"}, "This pairing does not exist"),
        ("start", {}, "needs at least two entrants"),
        ("open", {}, "This is only possible while it is draft"),
        ("pause", {}, "This is only possible while it is running"),
        ("rematches", {}, "only be allowed in a Swiss tournament"),
        ("finish", {"reason": "x"}, "cannot be ended"),
        ("redraw", {"reason": "x"}, "This is only possible while it is"),
    ],
)
def test_refusals_are_shown(verb: str, sent: dict[str, Any], words: str, as_olga: Client) -> None:
    frozen([])
    assert words in said(as_olga, verb, **sent)
    assert state() == "frozen"


def test_several_are_admitted_up_to_the_first_refusal(as_olga: Client) -> None:
    field = bots(3)
    opened(most_entrants=2)
    assert "2 admitted, then a problem: The field is full" in said(
        as_olga, "admit", bot=[bot.slug for bot in field]
    )


def test_an_unknown_verb_is_nowhere(as_olga: Client, cup: Tournament) -> None:
    assert as_olga.post(f"{DESK}explode/").status_code == 404
    assert as_olga.get(f"{DESK}pause/").status_code == 405


# --- those who do not organise -----------------------------------------------------------------


@pytest.mark.parametrize("who", OTHERS)
def test_nobody_else_may(
    who: str, cup: Tournament, bobs_bot: Bot, request: pytest.FixtureRequest
) -> None:
    browser: Client = request.getfixturevalue(who)
    count = Action.objects.count()
    answers = [browser.get(path) for path in (NEW, EDIT, DESK)]
    answers += [browser.post(path, FORM) for path in (NEW, EDIT, f"{DESK}cancel/", f"{DESK}pause/")]
    for answer in answers:
        if who == "visitor":
            assert answer.status_code == 302
            assert answer["Location"].startswith("/accounts/login/")
        else:
            assert answer.status_code == 403
    assert (state(), Action.objects.count()) == ("running", count)
    for path in (PAGE, "/tournaments/"):
        page = visit(browser, path)
        assert "organise/" not in page.html
        assert NEW not in page.html

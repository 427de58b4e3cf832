"""Creating, opening and editing tournaments: stored rows and refusals."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from arena.core.errors import (
    BadTerms,
    EntriesClosed,
    NameTaken,
    NotOrganiser,
    WrongState,
)
from arena.models import Action, Division, League, Season, Tournament
from arena.tournaments.entries import enter_tournament
from arena.tournaments.organise import edit_tournament, make_tournament, open_tournament
from arena.tournaments.terms import TournamentTerms
from tests.arena.tournament_steps import DAY, bots, frozen, opened, play_out, started, terms
from tests.cast import a_bot, a_ladder, alice, bob, charlie, olga

pytestmark = pytest.mark.django_db

NOW = timezone.now()
terms_of = TournamentTerms.of
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": ""}, "2 to 80 visible characters"),
    "two lines": ({"name": "One\nTwo"}, "2 to 80 visible characters"),
    "unknown game": ({"game": "chess"}, "“Game” cannot be “chess”"),
    "seven seats": ({"format": "pod_swiss", "seats": 7, "games_per_match": 7}, "not 7"),
    "no multiple": ({"games_per_match": 3}, "multiple of its 2 seats"),
    "endless clock": ({"limits": {"game_cpu": 1e9}}, "game_cpu"),
    "no such format": ({"format": "knight's tour"}, "“Format” cannot be “knight's tour”"),
    "pods of two": ({"format": "pod_swiss"}, "three or more"),
    "round robin of three": ({"seats": 3, "games_per_match": 3}, "three or more"),
    "unknown choice": ({"terms": {"colour": 3}}, "colour"),
    "the seats twice": ({"terms": {"seats": 3}}, "seats"),
    "a number for a switch": ({"terms": {"double": 1}}, "double"),
    "no whole number": ({"terms": {"rounds": 2.5}}, "rounds"),
    "no rounds": ({"format": "swiss", "terms": {"rounds": 0}}, "rounds"),
    "no groups": ({"format": "groups", "terms": {"groups": None}}, "groups"),
    "more rounds than opponents": ({"format": "swiss", "terms": {"rounds": 16}}, "fewer rounds"),
    "too many groups": ({"format": "groups", "terms": {"groups": 9}}, "fewer groups"),
    "unknown tie-break": ({"tie_breaks": ["beauty"]}, "each once"),
    "a tie-break twice": ({"tie_breaks": ["wins", "wins"]}, "each once"),
    "one entrant": ({"most_entrants": 1}, "from 2 to 512, not 1"),
    "no bot": ({"bots_per_owner": 0}, "from 1 to 512, not 0"),
    "more bots than places": ({"bots_per_owner": 17}, "has room for"),
    "never shown": ({"reveal_minutes": 10_081}, "from 0 to 10080, not 10081"),
    "deadline after the start": (
        {"entry_deadline": NOW + 3 * DAY},
        "cannot be before the entry deadline",
    ),
    "Unknown time zone": ({"starts_at": (NOW + 2 * DAY).replace(tzinfo=None)}, "time zone"),
    "the end of all days": ({"starts_at": datetime.max.replace(tzinfo=UTC)}, "within two years"),
    "a start in three years": ({"starts_at": NOW + 1000 * DAY}, "within two years"),
    "a deadline that is past": ({"entry_deadline": NOW - DAY}, "already passed"),
    "unknown admission": ({"admission": "bribe"}, "hand, ladder, sign_up"),
    "the best of no ladder": ({"admission": "ladder"}, "Choose the ladder"),
}


@pytest.mark.parametrize("problem", BAD)
def test_terms_that_no_tournament_can_have_are_refused(problem: str) -> None:
    changed, said = BAD[problem]
    with pytest.raises(BadTerms, match=said):
        make_tournament(organiser=olga(), terms=terms(**changed))
    assert not Tournament.objects.exists()
    assert not Action.objects.exists()


def test_pods_need_a_game_that_is_played_at_smaller_tables_too() -> None:
    config = {"variants": ["mighty_duel"]}
    with pytest.raises(BadTerms):
        make_tournament(
            organiser=olga(),
            terms=terms(
                game="kingdomino", config=config, format="pod_swiss", seats=4, games_per_match=4
            ),
        )


def test_a_ladder_of_another_game_says_nothing() -> None:
    other = a_ladder(game="kingdomino", seats=4, config={})
    with pytest.raises(BadTerms, match="another game"):
        make_tournament(organiser=olga(), terms=terms(ladder=other))


def test_only_organisers_make_tournaments() -> None:
    with pytest.raises(NotOrganiser):
        make_tournament(organiser=charlie(), terms=terms())


def test_a_tournament_is_a_draft_with_a_seed_of_its_own() -> None:
    first = make_tournament(organiser=olga(), terms=terms())
    other = make_tournament(organiser=olga(), terms=terms(name="Winter Cup"))
    assert (first.state, first.slug, first.organiser) == ("draft", "autumn-cup", olga())
    assert first.seed != other.seed
    assert list(Tournament.objects.seen_by(None)) == []
    assert terms_of(first) == replace(
        terms(), entry_deadline=first.entry_deadline, starts_at=first.starts_at
    )


def test_names_are_taken_in_any_case_and_addresses_are_free() -> None:
    make_tournament(organiser=olga(), terms=terms())
    with pytest.raises(NameTaken):
        make_tournament(organiser=olga(), terms=terms(name="autumn CUP"))
    assert make_tournament(organiser=olga(), terms=terms(name="Autumn-Cup")).slug == "autumn-cup-2"
    assert make_tournament(organiser=olga(), terms=terms(name="New")).slug == "new-2"
    assert make_tournament(organiser=olga(), terms=terms(name="将棋")).slug == "tournament"


def test_a_division_of_a_league_is_made_by_the_platform() -> None:
    league = League.objects.create(
        name="League", slug="l", organiser=charlie(), game="dominion", ladder=a_ladder()
    )
    season = Season.objects.create(league=league, number=1, starts_at=NOW)
    division = Division.objects.create(season=season, level=1)
    made = make_tournament(organiser=charlie(), terms=terms(), division=division)
    assert list(division.tournaments.all()) == [made]
    assert Action.objects.get().actor is None


def test_opening_shows_it_and_is_written_down() -> None:
    made = opened()
    assert made.state == "open"
    assert list(Tournament.objects.seen_by(None)) == [made]
    lines = Action.objects.filter(target=f"tournament {made.pk}").values_list("verb", "actor")
    assert list(lines) == [("open_tournament", olga().pk), ("make_tournament", olga().pk)]
    with pytest.raises(WrongState, match="only possible while it is draft"):
        open_tournament(organiser=olga(), tournament=made)


def test_nobody_else_opens_it() -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    with pytest.raises(NotOrganiser):
        open_tournament(organiser=charlie(), tournament=made)


def test_a_sign_up_that_is_over_before_it_begins_is_refused() -> None:
    made = make_tournament(organiser=olga(), terms=terms(admission="sign_up"))
    Tournament.objects.update(entry_deadline=NOW - DAY)
    with pytest.raises(EntriesClosed, match="Set a later one"):
        open_tournament(organiser=olga(), tournament=made)


def test_a_draft_may_change_in_everything() -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    wanted = terms(
        name="Winter Cup", game="kingdomino", config={}, seats=3, games_per_match=3,
        format="pod_swiss", most_entrants=9, bots_per_owner=2, reveal_minutes=30,
    )  # fmt: skip
    assert terms_of(edit_tournament(organiser=olga(), tournament=made, terms=wanted)) == wanted
    assert made.slug == "autumn-cup"
    line = Action.objects.filter(verb="edit_tournament").get()
    assert {"game", "format", "seats"} <= set(line.details["changed"])


def test_the_game_is_fixed_once_somebody_has_entered() -> None:
    made = opened()
    other = {"game": "kingdomino", "config": {}}
    made = edit_tournament(organiser=olga(), tournament=made, terms=terms(**other))
    edit_tournament(organiser=olga(), tournament=made, terms=terms())
    made = opened(bots(2), name="Winter Cup")
    with pytest.raises(WrongState, match="config, game"):
        edit_tournament(
            organiser=olga(),
            tournament=made,
            terms=replace(terms_of(made), **other),  # type: ignore[arg-type]
        )


def test_who_may_enter_is_fixed_with_the_entrants_and_how_it_is_played_with_the_start() -> None:
    made = frozen(bots(4))
    present = terms_of(made)
    with pytest.raises(WrongState, match="most_entrants"):
        edit_tournament(organiser=olga(), tournament=made, terms=replace(present, most_entrants=20))
    swiss = replace(present, format="swiss", starts_at=present.starts_at + timedelta(hours=1))
    assert edit_tournament(organiser=olga(), tournament=made, terms=swiss).format == "swiss"


def test_a_past_deadline_may_stay_but_is_not_set() -> None:
    made = make_tournament(organiser=olga(), terms=terms())
    Tournament.objects.update(entry_deadline=NOW - 2 * DAY)
    made.refresh_from_db()
    stays = replace(terms_of(made), description="What a cup")
    assert edit_tournament(organiser=olga(), tournament=made, terms=stays).description
    for days in (1, 9):
        late = replace(stays, entry_deadline=NOW - days * DAY)
        with pytest.raises(BadTerms, match="already passed") as refused:
            edit_tournament(organiser=olga(), tournament=made, terms=late)
        assert refused.value.term == "entry_deadline"
    Tournament.objects.update(entry_deadline=NOW - 20 * DAY)
    made.refresh_from_db()
    old = replace(terms_of(made), starts_at=NOW - 8 * DAY)
    with pytest.raises(BadTerms, match="more than a week ago"):
        edit_tournament(organiser=olga(), tournament=made, terms=old)


def test_only_words_change_while_it_is_played_and_afterwards() -> None:
    running = started(bots(2))
    for made in (running, play_out(running)):
        words = replace(terms_of(made), name=f"Cup {made.state}", description="What a cup")
        edited = edit_tournament(organiser=olga(), tournament=made, terms=words)
        assert edited.description == "What a cup"
        with pytest.raises(WrongState, match="games_per_match"):
            edit_tournament(
                organiser=olga(), tournament=made, terms=replace(words, games_per_match=4)
            )


def test_editing_obeys_the_rules_of_making() -> None:
    made = opened()
    opened(name="Winter Cup")
    for wanted, refusal in (
        (terms(name="winter cup"), NameTaken),
        (terms(most_entrants=1), BadTerms),
    ):
        with pytest.raises(refusal):
            edit_tournament(organiser=olga(), tournament=made, terms=wanted)
    with pytest.raises(NotOrganiser):
        edit_tournament(organiser=charlie(), tournament=made, terms=terms())


def test_more_room_lets_the_waiting_in_and_less_room_throws_nobody_out() -> None:
    ladder = a_ladder()
    made = opened(admission="sign_up", most_entrants=2, format="swiss")
    for number in range(3):
        owner = (alice, bob, charlie)[number]()
        enter_tournament(owner=owner, tournament=made, bot=a_bot(owner, f"Bot {number}", ladder))
    assert [one.state for one in made.entrants.order_by("pk")] == ["entered", "entered", "waiting"]
    made = edit_tournament(
        organiser=olga(), tournament=made, terms=replace(terms_of(made), most_entrants=3)
    )
    assert made.entrants.entered().count() == 3
    with pytest.raises(BadTerms, match="already 3 entrants"):
        edit_tournament(
            organiser=olga(),
            tournament=made,
            terms=replace(terms_of(made), most_entrants=2),
        )

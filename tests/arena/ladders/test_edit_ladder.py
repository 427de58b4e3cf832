"""Creating and editing ladders: stored rows, and refusals that change nothing."""

import math
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from arena.core.clocks import CLOCKS, wrong_clock
from arena.core.errors import BadTerms, NameTaken, NotOrganiser, Refused, RulesFixed
from arena.ladders import manage_ladder
from arena.ladders.manage_ladder import LadderTerms, edit_ladder, make_ladder
from arena.ladders.matchmake import matchmake
from arena.models import Ladder, Match, RatingRun
from arena.ratings.parameters import Fixed, Parameters
from arena.ratings.recompute_ratings import recompute_ratings
from arena.ratings.trueskill import Rating, rate
from sandbox.limits import Limits
from tests.arena.results.rows import played
from tests.cast import a_bot, a_ladder, alice, bob, charlie, entry_of, olga

pytestmark = pytest.mark.django_db

TERMS = LadderTerms(
    name="Prosperity for three",
    game="dominion",
    config={"kingdom": "Beginners"},
    seats=3,
    games_per_match=3,
)
NINE = ["Moat", "Village", "Woodcutter", "Cellar", "Market", "Militia", "Mine", "Smithy", "Remodel"]
BAD_TERMS: dict[str, tuple[dict[str, Any], str]] = {
    "nine cards": ({"config": {"kingdom": NINE}}, "ten cards, not 9"),
    "a card twice": ({"config": {"kingdom": [*NINE, "Moat"]}}, "Moat is in the kingdom twice"),
    "unknown card": ({"config": {"kingdom": [*NINE, "Moot"]}}, "unknown card 'Moot'"),
    "unknown game": ({"game": "chess"}, "“Game” cannot be “chess”"),
    "unknown option": ({"config": {"gold": 3}}, "unknown option 'gold'"),
    "seven seats": ({"seats": 7, "games_per_match": 7}, "from 2 to 6, not 7"),
    "no multiple": ({"games_per_match": 4}, "multiple of its 3 seats"),
    "no game": ({"games_per_match": 0}, "from 1 to 60, not 0"),
    "far too many games": ({"games_per_match": 63}, "from 1 to 60, not 63"),
    "no name": ({"name": ""}, "2 to 80 visible characters"),
    "two lines": ({"name": "One\nTwo"}, "2 to 80 visible characters"),
    "a name that turns round": ({"name": "One \u202e Two"}, "2 to 80 visible characters"),
    "no such state": ({"state": "asleep"}, "open, paused, frozen, closed"),
    "endless clock": ({"limits": {"game_cpu": math.inf}}, "game_cpu"),
    "never benched": (
        {"bench_after": 0},
        "faults in a row” must be from 1 to 100, not 0",
    ),
    "nothing but ties": ({"draw_probability": 1.0}, "from 0.001 to 0.999, not 1.0"),
    "no share": ({"draw_probability": math.nan}, "from 0.001 to 0.999, not nan"),
    "no noise": ({"game_noise": 0.0}, "from 0.1 to 10"),
    "no clock": ({"limits": {"decision_cpu": "long"}}, "decision_cpu"),
}


def terms_of(ladder: Ladder, **changed: Any) -> LadderTerms:
    """Return the ladder's current terms, with these changed."""
    return replace(LadderTerms.of(ladder), **changed)


def a_match(ladder: Ladder, status: str, purpose: str = "ladder") -> Match:
    return Match.objects.create(
        ladder=ladder,
        purpose=purpose,
        status=status,
        seed=1,
        game=ladder.game,
        config=ladder.config,
        seats_count=ladder.seats,
        games_planned=ladder.games_per_match,
        finished_at=timezone.now(),
    )


def test_a_made_ladder_stands_as_it_was_ordered() -> None:
    ladder = make_ladder(organiser=olga(), terms=replace(TERMS, limits={"game_cpu": 5.0}))
    ladder.refresh_from_db()
    assert terms_of(ladder) == replace(TERMS, limits={"game_cpu": 5.0})
    assert (ladder.slug, ladder.state, ladder.recorded) == ("prosperity-for-three", "open", 0)


@pytest.mark.parametrize(("seats", "games"), [(2, 1), (2, 4), (3, 1), (6, 12)])
def test_a_match_has_one_game_or_a_multiple_of_the_seats(seats: int, games: int) -> None:
    terms = replace(TERMS, seats=seats, games_per_match=games)
    assert make_ladder(organiser=olga(), terms=terms).games_per_match == games


@pytest.mark.parametrize("case", BAD_TERMS)
def test_terms_that_no_ladder_can_have_are_refused(case: str) -> None:
    changed, words = BAD_TERMS[case]
    with pytest.raises(BadTerms, match=words):
        make_ladder(organiser=olga(), terms=replace(TERMS, **changed))
    assert not Ladder.objects.exists()
    ladder = make_ladder(organiser=olga(), terms=TERMS)
    with pytest.raises(BadTerms, match=words):
        edit_ladder(organiser=olga(), ladder=ladder, terms=replace(TERMS, **changed))
    ladder.refresh_from_db()
    assert terms_of(ladder) == TERMS


def test_a_name_is_taken_in_upper_and_lower_case() -> None:
    make_ladder(organiser=olga(), terms=TERMS)
    with pytest.raises(NameTaken, match="PROSPERITY FOR THREE"):
        make_ladder(organiser=olga(), terms=replace(TERMS, name="PROSPERITY FOR THREE"))
    other = make_ladder(organiser=olga(), terms=replace(TERMS, name="Another"))
    with pytest.raises(NameTaken):
        edit_ladder(organiser=olga(), ladder=other, terms=TERMS)
    edit_ladder(organiser=olga(), ladder=other, terms=replace(TERMS, name="ANOTHER"))


def test_of_two_ladders_made_at_once_under_one_name_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second check ran before the first row was stored; the unique constraint decides."""
    make_ladder(organiser=olga(), terms=TERMS)
    other = make_ladder(organiser=olga(), terms=replace(TERMS, name="Another"))
    monkeypatch.setattr(manage_ladder, "require_free_name", lambda **_which: None)
    with pytest.raises(NameTaken) as refused:
        make_ladder(organiser=olga(), terms=TERMS)
    assert isinstance(refused.value.__cause__, IntegrityError)
    with pytest.raises(NameTaken):
        edit_ladder(organiser=olga(), ladder=other, terms=TERMS)
    assert Ladder.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "slug"), [("New", "new-2"), ("Über Gold", "uber-gold"), ("Привет", "ladder")]
)
def test_addresses_stay_clear_of_the_sites_own(name: str, slug: str) -> None:
    assert make_ladder(organiser=olga(), terms=replace(TERMS, name=name)).slug == slug


def test_names_that_differ_in_signs_alone_get_addresses_of_their_own() -> None:
    first, second = (
        make_ladder(organiser=olga(), terms=replace(TERMS, name=name)) for name in ("A-B", "A B")
    )
    assert (first.slug, second.slug) == ("a-b", "a-b-2")


@pytest.mark.parametrize("who", [alice, bob, charlie])
def test_only_an_organiser_makes_and_edits_ladders(who: Any) -> None:
    with pytest.raises(NotOrganiser):
        make_ladder(organiser=who(), terms=TERMS)
    ladder = a_ladder()
    with pytest.raises(NotOrganiser):
        edit_ladder(organiser=who(), ladder=ladder, terms=terms_of(ladder, state="closed"))
    assert [one.state for one in Ladder.objects.all()] == ["open"]


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": 3, "games_per_match": 3},
        {"config": {"kingdom": "Big Money"}},
        {"config": {"kingdom": "First Game", "colonies": True}},
    ],
)
def test_rules_are_fixed_once_a_match_is_recorded(changed: dict[str, Any]) -> None:
    ladder = a_ladder()
    a_match(ladder, "finished", purpose="check")
    a_match(ladder, "void")
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, **changed))
    before = terms_of(Ladder.objects.get())
    a_match(ladder, "finished")
    back = replace(before, config={"kingdom": "Interaction"}, seats=4, games_per_match=4)
    with pytest.raises(RulesFixed, match="Create another ladder"):
        edit_ladder(organiser=olga(), ladder=ladder, terms=back)
    assert terms_of(Ladder.objects.get()) == before


def test_all_else_may_change_at_any_time() -> None:
    ladder = a_ladder()
    a_match(ladder, "finished")
    new = terms_of(
        ladder, name="Renamed", description="Longer.", games_per_match=1, limits={"game_cpu": 3.0}
    )
    edit_ladder(organiser=olga(), ladder=ladder, terms=new)
    ladder.refresh_from_db()
    assert (terms_of(ladder), ladder.slug) == (new, "dominion-first-game")


def test_matches_ordered_by_the_old_rules_are_not_played() -> None:
    ladder = a_ladder()
    queued, check = a_match(ladder, "queued"), a_match(ladder, "queued", purpose="check")
    elsewhere = a_match(a_ladder(name="Other", slug="other"), "queued")
    new = terms_of(ladder, config={"kingdom": "Big Money"})
    edit_ladder(organiser=olga(), ladder=ladder, terms=new)
    states = dict(Match.objects.values_list("pk", "status"))
    assert states == {queued.pk: "void", check.pk: "queued", elsewhere.pk: "queued"}


def test_rules_wait_for_a_match_that_is_being_played() -> None:
    ladder = a_ladder()
    queued = a_match(ladder, "queued")
    a_match(ladder, "running")
    with pytest.raises(RulesFixed, match="being played"):
        edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, config={}))
    queued.refresh_from_db()
    assert queued.status == "queued"


def test_a_closed_ladder_plays_no_more_and_an_opened_one_again() -> None:
    ladder = a_ladder()
    for owner, name in ((alice(), "Alcuin"), (bob(), "Bede")):
        a_bot(owner, name, ladder)
    assert matchmake(ladder_id=ladder.pk)
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, state="closed"))
    assert not Match.objects.queued().exists()
    assert matchmake(ladder_id=ladder.pk) == []
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, state="open"))
    assert matchmake(ladder_id=ladder.pk)


def test_a_refusal_is_an_exception_with_its_words() -> None:
    with pytest.raises(Refused) as refused:
        make_ladder(organiser=charlie(), terms=TERMS)
    assert refused.value.message == "Only organisers can create and change ladders."


def test_the_clocks_are_those_of_the_jail() -> None:
    usual = Limits()
    for name, clock in CLOCKS.items():
        assert clock.usual == getattr(usual, name)
        for bound in (clock.least, clock.most):
            assert wrong_clock({name: bound}) is None
            Limits.from_json({name: bound})
        for beyond in (clock.least - 0.01, clock.most + 0.01, math.nan, True, None, "1"):
            assert wrong_clock({name: beyond}) == name


def test_a_fixed_share_of_ties_counts_from_the_first_match_on() -> None:
    ladder = a_ladder()
    own, other = a_bot(alice(), "Alcuin", ladder), a_bot(bob(), "Bede", ladder)
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, draw_probability=0.3))
    assert not RatingRun.objects.exists(), "nothing to compute yet"
    ladder.refresh_from_db()
    assert ladder.parameters.draw_probability == pytest.approx(0.3)
    played(ladder, own, other)
    before = entry_of(own).skill
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, bench_after=7))
    assert not RatingRun.objects.exists(), "that is no matter of the past"
    edit_ladder(organiser=olga(), ladder=ladder, terms=terms_of(ladder, draw_probability=0.05))
    assert recompute_ratings(rating_run=RatingRun.objects.get(), worker="here/1/a")
    assert entry_of(own).skill != before
    ties = Parameters().fixed_by(Fixed(draw_probability=0.05)).draw_probability
    assert entry_of(own).skill == rate([Rating(), Rating()], [1, 2], draw_probability=ties)[0]

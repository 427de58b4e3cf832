"""Two editors: the second save is refused and says what the first changed; the log has values."""

from dataclasses import replace
from typing import Any

import pytest

from arena.core.errors import EditedMeanwhile
from arena.ladders.manage_ladder import LadderTerms, edit_ladder, make_ladder
from arena.leagues.organise import edit_league
from arena.leagues.terms import LeagueTerms
from arena.models import Action, Ladder, League, Tournament
from arena.tournaments.organise import edit_tournament, make_tournament
from arena.tournaments.terms import TournamentTerms
from tests.arena.league_steps import a_league
from tests.arena.tournament_steps import terms
from tests.cast import a_ladder, olga, person

pytestmark = pytest.mark.django_db
Made = Ladder | League | Tournament
KINDS = ["ladder", "league", "tournament"]


def otto() -> Any:
    """Another organiser."""
    return person("otto", is_staff=True)


def make(kind: str) -> Made:
    if kind == "ladder":
        return a_ladder()
    if kind == "league":
        return a_league()
    return make_tournament(organiser=olga(), terms=terms())


def edit(who: Any, made: Made, revision: int | None, **changed: Any) -> Made:
    """Change the terms as they are now, as a form or a program that read this revision."""
    known: dict[str, Any] = {"organiser": who, "revision": revision}
    if isinstance(made, Ladder):
        present = Ladder.objects.get(pk=made.pk)
        return edit_ladder(ladder=made, terms=replace(LadderTerms.of(present), **changed), **known)
    if isinstance(made, League):
        here = League.objects.get(pk=made.pk)
        return edit_league(league=made, terms=replace(LeagueTerms.of(here), **changed), **known)
    cup = Tournament.objects.get(pk=made.pk)
    return edit_tournament(
        tournament=made, terms=replace(TournamentTerms.of(cup), **changed), **known
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_of_two_editors_is_refused_and_told_what_changed(kind: str) -> None:
    made = make(kind)
    seen = made.revision
    edit(olga(), made, seen, description="For beginners.")
    with pytest.raises(EditedMeanwhile) as refused:
        edit(otto(), made, seen, description="For experts.")
    assert refused.value.changes == {"description": ("", "For beginners.")}
    assert refused.value.revision == seen + 1
    assert refused.value.message.startswith("olga has saved other settings")
    made.refresh_from_db()
    assert made.description == "For beginners."
    edit(otto(), made, seen + 1, description="For experts.")
    made.refresh_from_db()
    assert made.description == "For experts."


def test_several_changes_since_are_told_as_one() -> None:
    made = make("tournament")
    for text in ("One", "Two", "Three"):
        edit(olga(), made, None, description=text, reveal_minutes=len(text))
    edit(olga(), made, None, reveal_minutes=0)
    with pytest.raises(EditedMeanwhile) as refused:
        edit(otto(), made, 1, name="Winter Cup")
    assert refused.value.changes == {"description": ("", "Three")}


@pytest.mark.parametrize("revision", [0, 2, 99])
def test_a_revision_that_is_not_the_present_one_is_refused(revision: int) -> None:
    with pytest.raises(EditedMeanwhile):
        edit(otto(), make("tournament"), revision, name="Winter Cup")


@pytest.mark.parametrize("kind", KINDS)
def test_the_log_has_the_old_and_new_value_of_each_changed_term(kind: str) -> None:
    made = edit(olga(), make(kind), None, description="Mine", games_per_match=4)
    logged = Action.objects.get(verb=f"edit_{kind}")
    assert (logged.actor, logged.target) == (olga(), f"{kind} {made.pk}")
    before = logged.details["changed"]["games_per_match"][0]
    assert logged.details == {
        "changed": {"description": ["", "Mine"], "games_per_match": [before, 4]},
        "revision": 2,
    }


def test_dates_and_ladders_are_logged_as_text() -> None:
    made = make("tournament")
    assert isinstance(made, Tournament)
    ladder = a_ladder()
    edit(olga(), made, None, starts_at=terms().starts_at, ladder=ladder)
    changed = Action.objects.get(verb="edit_tournament").details["changed"]
    assert changed["ladder"] == [None, "dominion-first-game"]
    assert changed["starts_at"][0] == made.starts_at.isoformat()


@pytest.mark.parametrize("kind", KINDS)
def test_saving_without_a_change_counts_and_logs_nothing(kind: str) -> None:
    made = edit(olga(), make(kind), None)
    assert made.revision == 1
    assert not Action.objects.filter(verb=f"edit_{kind}").exists()


def test_making_a_ladder_is_logged() -> None:
    given = LadderTerms(name="Royal", game="dominion", seats=2, games_per_match=2)
    ladder = make_ladder(organiser=olga(), terms=given)
    assert Action.objects.get(verb="make_ladder").target == f"ladder {ladder.pk}"

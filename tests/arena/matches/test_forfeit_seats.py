"""Leaving a match midway loses it; the others' game counts."""

from collections.abc import Callable
from typing import Any

import pytest

from arena.bots.manage_bot import withdraw_bot
from arena.bots.versions import promote_version
from arena.matches.claim_match import claim_match
from arena.matches.end_early import forfeit_seats
from arena.matches.order_match import LADDER_PRIORITY, order_match
from arena.models import Bot, Entrant, Ladder, Match, Tournament, Version
from arena.people.retire_bots import retire_bots
from arena.queue.models.leased import ClaimLost
from arena.results.bench import bench
from arena.results.return_match import return_match
from arena.tournaments.corrections import forfeit_pairing
from arena.tournaments.entries import exclude_entrant, withdraw_entrant
from arena.tournaments.rounds import advance_tournament
from arena.worker.play_match import play_match
from engine.game import Game
from sandbox.jail import Jailer
from tests.arena.results.rows import queued, record_result, result, running
from tests.arena.tournament_steps import started, the_pairing
from tests.cast import a_bot, a_ladder, alice, bob, charlie, entry_of, olga, play_with

pytestmark = pytest.mark.django_db

Leave = Callable[[Tournament, Entrant], object]
WAYS: dict[str, Leave] = {
    "its owner withdraws it": lambda made, one: withdraw_entrant(
        owner=one.bot.owner, tournament=made, bot=one.bot
    ),
    "its owner deletes the account": lambda _made, one: retire_bots(owner=one.bot.owner),
    "it is excluded": lambda made, one: exclude_entrant(
        organiser=olga(), tournament=made, bot=one.bot, reason="A copy of another."
    ),
    "an organiser has it forfeit": lambda made, one: forfeit_pairing(
        organiser=olga(), pairing=the_pairing(made), entrant=one, reason="It cheated."
    ),
}


def field(**terms: Any) -> list[Bot]:
    ladder = a_ladder(state="paused", seats=3, **terms)
    people = (alice(), bob(), charlie())
    return [a_bot(one, f"Bot of {one.username}", ladder) for one in people]


def pod(entrants: list[Bot]) -> Tournament:
    return started(entrants, format="pod_swiss", seats=3, games_per_match=3, terms={"rounds": 1})


def claimed() -> Match:
    match = claim_match(worker="here/1/a")
    assert match is not None
    return match


@pytest.mark.parametrize("has_begun", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_a_tournament_match_of_three_goes_on_and_who_left_is_last(
    way: str, has_begun: bool
) -> None:
    bots = field()
    made = pod(bots)
    match = claimed() if has_begun else Match.objects.get()
    leader = made.entrants.get(bot=bots[0])
    WAYS[way](made, leader)
    match = match if has_begun else claimed()
    assert Match.objects.get() == match, "nothing is dealt anew"
    order = [seat.version.bot for seat in match.seats.select_related("version__bot")]
    points = {bots[0]: 6.0, bots[1]: 2.0, bots[2]: 1.0}
    played = result(*[points[bot] for bot in order], engine=made.present_rules)
    record_result(match=match, result=played)
    seats = {seat.version.bot: seat for seat in match.seats.select_related("version__bot")}
    assert [seats[bot].rank for bot in bots] == [3, 1, 2]
    assert [seats[bot].points for bot in bots] == [0.0, 2.0, 1.0]
    made = advance_tournament(tournament_id=made.pk)
    pairing = the_pairing(made)
    ranks = {seat.entrant.bot: seat.rank for seat in pairing.seats.select_related("entrant__bot")}
    assert (pairing.state, [ranks[bot] for bot in bots]) == ("decided", [3, 1, 2])
    assert made.state == "finished"


def test_where_one_is_left_nothing_more_is_played() -> None:
    bots = field()
    made = pod(bots)
    match = claimed()
    for bot in bots[:2]:
        made.refresh_from_db()
        withdraw_entrant(owner=bot.owner, tournament=made, bot=bot)
    with pytest.raises(ClaimLost):
        record_result(match=match, result=result(2.0, 1.0, 0.0, engine=made.present_rules))
    assert the_pairing(made).winner == made.entrants.get(bot=bots[2])


def test_of_two_who_leaves_loses_at_once() -> None:
    bots = field()[:2]
    made = started(bots)
    match = claimed()
    withdraw_entrant(owner=alice(), tournament=made, bot=bots[0])
    match.refresh_from_db()
    assert (match.status, the_pairing(made).state) == ("void", "forfeited")
    assert the_pairing(made).winner == made.entrants.get(bot=bots[1])


@pytest.mark.parametrize("given_back", [False, True])
@pytest.mark.parametrize("leave", ["withdraw", "retire", "another version", "bench"])
def test_no_owner_leaves_a_ladder_match_that_has_begun(leave: str, given_back: bool) -> None:
    bots = field()
    ladder = Ladder.objects.get()
    before = entry_of(bots[0]).mu
    match = running(ladder, *bots)
    if given_back:  # after seeing how it goes: it would be played again from the same deal
        return_match(match=match, error="The worker stopped.", counts=False)
    LEAVES[leave](bots[0])
    match = claimed() if given_back else match
    record_result(match=match, result=result(0.0, 3.0, 6.0))
    assert entry_of(bots[0]).mu < before
    assert match.seats.get(version__bot=bots[0]).rank == 3


def _replace(bot: Bot) -> None:
    ladder = Ladder.objects.get()
    current = bot.current
    newer = play_with(bot, b"# newer\n", ladder)
    Bot.objects.filter(pk=bot.pk).update(current=current)
    bot.refresh_from_db()
    promote_version(bot=bot, version=Version.objects.get(pk=newer.pk))


def _bench(bot: Bot) -> None:
    bench(bot=bot, reason="Faulted again and again.")


LEAVES: dict[str, Callable[[Bot], object]] = {
    "withdraw": lambda bot: withdraw_bot(owner=bot.owner, bot=bot),
    "retire": lambda bot: retire_bots(owner=bot.owner),
    "another version": _replace,
    "bench": _bench,
}


@pytest.mark.parametrize("leave", LEAVES)
def test_a_ladder_match_that_has_not_begun_is_void(leave: str) -> None:
    bots = field()
    match = queued(Ladder.objects.get(), *bots)
    LEAVES[leave](bots[0])
    match.refresh_from_db()
    assert match.status == "void"


def test_who_forfeits_a_rated_match_loses_rating_and_the_others_gain() -> None:
    bots = field()
    match = running(Ladder.objects.get(), *bots)
    forfeit_seats(matches=Match.objects.all(), bots=[bots[0]])
    record_result(match=match, result=result(6.0, 2.0, 1.0))
    moved = [entry_of(bot).mu - 25.0 for bot in bots]
    assert moved[0] < 0 < moved[1]
    assert moved[2] == pytest.approx(0, abs=1e-9), "second of three"


def claimed_of_three_games(bots: list[Bot]) -> Match:
    order_match(
        ladder=Ladder.objects.get(),
        purpose=Match.Purpose.LADDER,
        versions=[bot.current for bot in bots if bot.current],
        games=3,
        priority=LADDER_PRIORITY,
    )
    return claimed()


@pytest.mark.jail
def test_a_worker_stops_the_bot_that_has_left_and_plays_on(
    jailer: Jailer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.worker.play_match.RENEW_SECONDS", 0.0)
    monkeypatch.setattr("arena.matches.referee.referee.PROGRESS_SECONDS", 0.0)
    bots = field(config={"kingdom": "First Game", "turn_limit": 4})
    match = claimed_of_three_games(bots)

    left: list[int] = []

    def leave(*, game: Game, **_stage: object) -> None:
        if not left and len(game.record()["choices"]) >= 10:
            left.append(forfeit_seats(matches=Match.objects.all(), bots=[bots[0]]))

    monkeypatch.setattr("arena.worker.play_match.show_live", leave)
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert match.status == "finished", match.error
    gone, *others = match.seats.order_by("position")
    assert (gone.rank, gone.faults) == (3, 0)
    assert 0 < gone.decisions < min(seat.decisions for seat in others)
    assert {game.reason for game in match.games.all()} == {"turn limit"}
    assert sum(seat.points or 0 for seat in others) == 9.0


@pytest.mark.jail
def test_of_a_bot_that_left_before_not_even_the_file_is_read(jailer: Jailer) -> None:
    bots = field(config={"kingdom": "First Game", "turn_limit": 4})
    match = claimed_of_three_games(bots)
    forfeit_seats(matches=Match.objects.all(), bots=[bots[1]])
    Version.objects.filter(bot=bots[1]).update(source="")
    play_match(match=match, jailer=jailer)
    match.refresh_from_db()
    assert match.status == "finished", match.error
    assert [seat.decisions == 0 for seat in match.seats.all()] == [False, True, False]
    assert match.seats.get(position=1).rank == 3

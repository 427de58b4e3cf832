"""One match between jailed bots: the engine's questions, the sandbox's answers, a result.

Needs no database and no Django: workers and the command line play through the very same code.
The rules of a match, of faults and of match points are those of `docs/protocol.md`.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from arena import protocol
from engine import catalogue
from engine.game import Decision, Game, IllegalChoice, rank
from sandbox.channel import printable
from sandbox.conversation import Conversation
from sandbox.errors import Breach, Rejected
from sandbox.jail import Jailer, Prepared
from sandbox.limits import Limits

JsonObject = dict[str, Any]
Progress = Callable[[int], None]

FAULTS_TO_FORFEIT = 2
PROGRESS_SECONDS = 1.0
MESSAGE_LENGTH = 2_000
TRACEBACK_LENGTH = 16_000
LINE_SHOWN = 500  # of a line that is no message
LOG_TAIL = 4_000
FORFEITED = -1  # the moment of a forfeit: before any fault of the game
FAULT = "fault"  # the reason of a game that ended because one live seat was left

Reply = TypeVar("Reply")


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part: its name, and the file that was uploaded (.py or .zip)."""

    name: str
    path: Path


@dataclass(frozen=True)
class Plan:
    """What is to be played: one game, or a multiple of `seats` games on the one `seed`.

    `shuffled`: the seed draws who sits where in the first game; else the entrants sit as they come.
    """

    game: str
    config: JsonObject
    seats: int
    games: int
    seed: int
    limits: Limits
    shuffled: bool = True


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, with all that its owner needs to mend it.

    `number` counts the decisions that the bot was given in the game, from 1; 0 is its start.
    `cpu` is what it had used in the game by then, in seconds; `meter` what it used for that very
    question and what it might have used, by the names of `sandbox.meter.Meter`.
    """

    game: int
    entrant: int
    verdict: str
    message: str
    traceback: str
    decision: JsonObject | None
    view: JsonObject | None
    number: int
    cpu: float
    log: str
    meter: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class GameResult:
    """One game: `scores` and `ranks` by the engine's seats, the rest by entrant."""

    seating: list[int]
    scores: list[int]
    ranks: list[int]
    reason: str
    record: JsonObject
    events: list[JsonObject]
    faults: list[Fault]
    logs: list[str]
    cpu: list[float]
    decisions: list[int]


@dataclass(frozen=True)
class MatchResult:
    """A whole match; `points` and `ranks` by entrant."""

    games: list[GameResult]
    points: list[float]
    ranks: list[int]
    stamp: JsonObject

    @property
    def faults(self) -> list[Fault]:
        """Every fault of the match, in the order of the games."""
        return [fault for game in self.games for fault in game.faults]


class Offence(Exception):
    """What a bot did wrong just now: verdict, a line for the owner, traceback or signal."""

    def __init__(self, verdict: str, message: str, detail: str = "") -> None:
        self.verdict = verdict
        self.message = printable(" ".join(message.split())[:MESSAGE_LENGTH])
        self.detail = printable(detail[-TRACEBACK_LENGTH:], keep="\n\t")
        super().__init__(self.message)


def play(
    plan: Plan,
    entrants: Sequence[Entrant],
    jailer: Jailer,
    *,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a whole match, every game in fresh jails. Call it from the main thread.

    `progress` is called with the number of games finished, after each game and at most once a
    second in between. Raises ValueError (BadConfig among them) for a plan that cannot be played,
    and HostFailure where the machine failed, which is no bot's fault.
    """
    _check(plan, entrants)
    pulse = _Pulse(progress)
    sittings = seatings(plan.seed, plan.seats, plan.games, shuffled=plan.shuffled)
    games: list[GameResult] = []
    with ExitStack() as stack:
        bots = [_staged(stack, jailer, entrant.path) for entrant in entrants]
        for number, seating in enumerate(sittings):
            table = _Table(plan, number, seating, jailer, pulse)
            games.append(table.play(bots, forfeited(games)))
            pulse.finished(number + 1)
    points = match_points([(game.seating, game.ranks) for game in games])
    return MatchResult(games, points, rank(points), dict(jailer.stamp))


def seatings(seed: int, seats: int, games: int, *, shuffled: bool = True) -> list[list[int]]:
    """Who sits where, game by game: `[engine seat] -> entrant`.

    The order is shuffled from the match seed, unless it was settled by a pairing, and then rotated
    by one seat a game, so that over `seats` games every bot has sat on every seat.
    """
    order = list(range(seats))
    if shuffled:
        random.Random(derived(seed, "seats")).shuffle(order)  # noqa: S311 - no secret
    return [[order[(seat + game) % seats] for seat in range(seats)] for game in range(games)]


def derived(seed: int, *purpose: str | int) -> int:
    """A number below 2**53 for one purpose. It tells nothing of the seed, which deals the cards."""
    text = ":".join(map(str, ("kingsbench", *purpose, seed)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 11


def standing(ranks: Sequence[int], fallen: Mapping[int, int]) -> list[int]:
    """The ranks of a game by seat, once faults are counted.

    `fallen` maps a seat to the moment of its fault. Who faulted ranks below all who did not, the
    earliest fault last; equal moments share a rank. The others keep the order of `ranks`.
    """
    return rank(
        [(0, fallen[seat]) if seat in fallen else (1, -place) for seat, place in enumerate(ranks)]
    )


def match_points(games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[float]:
    """Match points by entrant, from pairs of seating and ranks by seat.

    A game gives a seat one point for each seat ranked below it, and half a point for each tied.
    """
    points: dict[int, float] = {}
    for seating, ranks in games:
        for entrant, place in zip(seating, ranks, strict=True):
            below = sum(other > place for other in ranks)
            tied = ranks.count(place) - 1
            points[entrant] = points.get(entrant, 0.0) + below + tied / 2
    return [points[entrant] for entrant in sorted(points)]


def forfeited(games: Iterable[GameResult]) -> frozenset[int]:
    """The entrants that have faulted in two games: they forfeit the rest of the match."""
    faults = Counter(fault.entrant for game in games for fault in game.faults)
    return frozenset(entrant for entrant, count in faults.items() if count >= FAULTS_TO_FORFEIT)


def greet(talk: Conversation, hello: protocol.Hello) -> protocol.Ready:
    """Open a game with a bot. Raises Offence."""
    return _heard(talk, hello, protocol.read_ready, start=True)


def ask(talk: Conversation, question: protocol.Decide) -> protocol.Answer:
    """Put a decision to a bot; its picks may still be illegal. Raises Offence."""
    return _heard(talk, question, partial(protocol.read_answer, asked=question.id))


def _heard(
    talk: Conversation,
    message: msgspec.Struct,
    read: Callable[[bytes], Reply | protocol.Error],
    *,
    start: bool = False,
) -> Reply:
    try:
        line = talk.ask(protocol.line(message), start=start)
    except Breach as breach:
        raise Offence(breach.verdict, breach.message, breach.detail) from breach
    try:
        reply = read(line)
    except protocol.ProtocolError as error:
        told = line[:LINE_SHOWN].decode("utf-8", "replace")
        raise Offence("protocol", str(error), f"it wrote: {told}") from error
    if isinstance(reply, protocol.Error):
        raise Offence(reply.error, _told(reply, talk.limits), reply.traceback)
    return reply


def _told(error: protocol.Error, limits: Limits) -> str:
    """The guest's word for what happened; it knows no limit by its name."""
    if error.error == "memory":
        return f"{error.message.rstrip(': ')}: it may use {limits.memory >> 20} MiB"
    return error.message


def _check(plan: Plan, entrants: Sequence[Entrant]) -> None:
    if len(entrants) != plan.seats:
        raise ValueError(f"{plan.seats} seats need {plan.seats} bots, not {len(entrants)}")
    if plan.games < 1 or (plan.games > 1 and plan.games % plan.seats):
        raise ValueError(
            f"a match is one game or a multiple of its {plan.seats} seats, not {plan.games} games"
        )
    _deal(plan)


def _deal(plan: Plan) -> Game:
    return catalogue.new(plan.game, seats=plan.seats, seed=plan.seed, config=plan.config)


def _staged(stack: ExitStack, jailer: Jailer, path: Path) -> Prepared | Rejected:
    """The bot ready for its jails, or why it cannot be: then it faults in its first games."""
    try:
        return stack.enter_context(jailer.prepare(path))
    except Rejected as rejected:
        return rejected


class _Pulse:
    """Calls the caller back now and then, so that it can renew its lease on the match."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._games = 0
        self._due = time.monotonic() + PROGRESS_SECONDS

    def beat(self) -> None:
        if self._progress and time.monotonic() >= self._due:
            self.finished(self._games)

    def finished(self, games: int) -> None:
        self._games = games
        if self._progress:
            self._progress(games)
        self._due = time.monotonic() + PROGRESS_SECONDS


@dataclass
class _Player:
    """One seat of a game: its bot's jail while it lives, and what it has cost."""

    seat: int
    entrant: int
    talk: Conversation | None = None
    wants: frozenset[str] = frozenset()
    seen: int = 0
    decisions: int = 0
    cpu: float = 0.0
    log: str = ""
    meter: JsonObject = field(default_factory=dict)
    jail: ExitStack = field(default_factory=ExitStack)

    def start(self, jailer: Jailer, bot: Prepared, limits: Limits) -> None:
        self.talk = self.jail.enter_context(Conversation(jailer, bot, limits))

    def stop(self) -> None:
        """End the jail, keeping what it cost and what the bot printed."""
        if self.talk:
            self.cpu, self.log, self.meter = self.talk.cpu, self.talk.log, self.talk.meter
            self.talk = None
            self.jail.close()


class _Table:
    """One game being played."""

    def __init__(
        self, plan: Plan, number: int, seating: list[int], jailer: Jailer, pulse: _Pulse
    ) -> None:
        self.plan, self.number, self.seating = plan, number, seating
        self.jailer, self.pulse = jailer, pulse
        self.game = _deal(plan)
        self.players = [_Player(seat, entrant) for seat, entrant in enumerate(seating)]
        self.fallen: dict[int, int] = {}
        self.moment = 0
        self.faults: list[Fault] = []

    def play(self, bots: Sequence[Prepared | Rejected], out: frozenset[int]) -> GameResult:
        with ExitStack() as jails:
            for player in self.players:
                jails.enter_context(player.jail)
            self._start(bots, out)
            while self._is_contested() and (decision := self.game.decision) is not None:
                self.moment += 1
                self._step(decision)
                self.pulse.beat()
            return self._result()

    def _start(self, bots: Sequence[Prepared | Rejected], out: frozenset[int]) -> None:
        """Start every bot, all jails first; faults before the first decision are simultaneous."""
        self.fallen = {
            seat: FORFEITED for seat, entrant in enumerate(self.seating) if entrant in out
        }
        if not self._is_contested():
            return
        for player in self.players:
            bot = bots[player.entrant]
            if player.seat in self.fallen:
                continue
            if isinstance(bot, Rejected):
                self._fault(player, Offence("crash", str(bot), bot.detail), None)
            else:
                player.start(self.jailer, bot, self.plan.limits)
        for player in self.players:
            if player.talk:
                self._greet(player, player.talk)

    def _greet(self, player: _Player, talk: Conversation) -> None:
        hello = protocol.Hello(
            game=self.plan.game,
            config=self.plan.config,
            seats=self.plan.seats,
            seat=player.seat,
            limits=self.plan.limits.to_json(),
            random=derived(self.plan.seed, "random", self.number, player.entrant),
        )
        try:
            player.wants = frozenset(greet(talk, hello).wants)
        except Offence as offence:
            self._fault(player, offence, None)

    def _step(self, decision: Decision) -> None:
        """Put one decision to its seat; a seat without a bot makes the default."""
        player = self.players[decision.seat]
        if not player.talk:
            self.game.choose(decision.default)
            return
        try:
            self._ask(player, player.talk, decision)
        except Offence as offence:
            self._fault(player, offence, decision)
            if self._is_contested():
                self.game.choose(decision.default)

    def _ask(self, player: _Player, talk: Conversation, decision: Decision) -> None:
        player.decisions += 1
        answer = ask(talk, self._question(player, talk, decision))
        try:
            self.game.choose(answer.picks)
        except IllegalChoice as error:
            raise Offence("illegal", str(error)) from error

    def _question(self, player: _Player, talk: Conversation, decision: Decision) -> protocol.Decide:
        """The message for a decision, with the parts that the bot wants."""
        game, seat, wants = self.game, player.seat, player.wants
        events: list[JsonObject] | UnsetType = UNSET
        if "events" in wants:
            events = game.events(seat, player.seen)
            player.seen += len(events)
        return protocol.Decide(
            id=player.decisions,
            decision=protocol.Question(**decision.to_json()),
            clock=protocol.Clock(**talk.clock),
            view=game.view(seat) if "view" in wants else UNSET,
            events=events,
            state=game.knowledge(seat) if "state" in wants else UNSET,
        )

    def _fault(self, player: _Player, offence: Offence, decision: Decision | None) -> None:
        """Record a fault, with the moment that ranks it, and end the bot's jail."""
        player.stop()
        self.fallen[player.seat] = self.moment
        self.faults.append(
            Fault(
                game=self.number,
                entrant=player.entrant,
                verdict=offence.verdict,
                message=offence.message,
                traceback=offence.detail,
                decision=decision.to_json() if decision else None,
                view=self.game.view(player.seat) if decision else None,
                number=player.decisions,
                cpu=player.cpu,
                log=player.log[-LOG_TAIL:],
                meter=player.meter,
            )
        )

    def _is_contested(self) -> bool:
        """Whether two live seats at least are left; with one, the game ends."""
        return len(self.fallen) + 1 < len(self.players)

    def _result(self) -> GameResult:
        outcome = self._outcome()
        last = protocol.line(protocol.Finish(outcome))
        for player in self.players:
            if player.talk:
                with suppress(Breach):  # the game is over: nothing more can go wrong in it
                    player.talk.tell(last)
            player.stop()
        by_entrant = sorted(self.players, key=lambda player: player.entrant)
        return GameResult(
            seating=self.seating,
            scores=outcome.scores,
            ranks=outcome.ranks,
            reason=outcome.reason,
            record=self.game.record(),
            events=self.game.events(None),
            faults=self.faults,
            logs=[player.log for player in by_entrant],
            cpu=[player.cpu for player in by_entrant],
            decisions=[player.decisions for player in by_entrant],
        )

    def _outcome(self) -> protocol.Outcome:
        """The engine's outcome, or the scores as they stand; the ranks with faults counted."""
        outcome = self.game.outcome
        if outcome is None:
            scores, places, reason = self.game.scores, [1] * self.plan.seats, FAULT
        else:
            scores, places, reason = outcome
        return protocol.Outcome(scores, standing(places, self.fallen), reason)

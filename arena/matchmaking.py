"""Who plays whom: numbers only.

Whose turn it is was decided by what he has had: turns are shared by the seconds that an owner's
bots used, as fair queueing shares a line (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM
1996), never by who is most uncertain (such a rule starves settled bots, or lets one bot eat all
games). Opponents are drawn by nearness of rating with a heavy tail: mostly near, sometimes far, so
that no group of bots only ever meets itself (after Halite III).

Nothing here needs a whole ladder: a bot's opponents are drawn from a window of candidates.
`docs/decisions/matchmaking.md` has the figures behind the numbers.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

PLACEMENT_MATCHES = 10
PLACEMENT_HASTE = 3.0  # a second that a new version plays counts as a third of one
SETTLED_MATCHES = 60  # matches of a version until its interval hardly narrows any more
WIDTH = 8.0  # half of the targets fall within this distance of mu
MOST_LIVE = 2  # matches that an opponent may have queued or running already
MEETINGS_A_WEEK = 20  # rated ones of the same two bots
HOUSE_REST = 3600.0  # seconds between matches of settled house bots with each other
LEAST_SECONDS = 0.05  # no match is free, whatever the clock said
NEAREST = 100  # candidates on either side of a rating that make its window,
WAITING = 100  # and those next in line, who stand anywhere


@dataclass(frozen=True)
class Candidate:
    """A bot that may be seated.

    `turn` is its place in the line in virtual seconds, smaller is earlier; `matches` those that its
    version has played; `waited` is in seconds; `live` counts matches queued or running; `met` are
    the opponents of its rated matches within a week, latest first, once for each meeting.
    """

    id: int
    owner: int
    mu: float
    matches: int
    turn: float = 0.0
    waited: float = 0.0
    is_house: bool = False
    live: int = 0
    met: tuple[int, ...] = ()

    @property
    def is_new(self) -> bool:
        """Has its version had no turn at all?"""
        return not self.turn and not self.matches

    @property
    def is_placed(self) -> bool:
        """Has its version played enough to be nobody's surprise?"""
        return self.is_house or self.matches >= PLACEMENT_MATCHES

    @property
    def is_settled(self) -> bool:
        """Is it a measure for a new version?"""
        return self.is_house or self.matches >= SETTLED_MATCHES


def charged(turn: float, *, line: float, seconds: float, bots: int, matches: int) -> float:
    """The turn of a bot after a match that used so many seconds of its owner's share.

    `line` is the turn that the ladder has reached: who was away does not come back with turns
    saved up. Each of an owner's `bots` on the ladder pays for all of them, so that more bots are
    no more share. The first `matches` of a version cost less: placement is quick.
    """
    haste = PLACEMENT_HASTE if matches < PLACEMENT_MATCHES else 1.0
    return max(turn, line) + max(seconds, LEAST_SECONDS) * bots / haste


def by_turn(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those whose turn it is, first first; of equals, who has waited longest.

    Who has a match before him already waits for that.
    """
    waiting = (one for one in candidates if not one.live)
    return sorted(waiting, key=lambda one: (one.turn, -one.waited, one.id))


def opponent(
    table: Sequence[Candidate], window: Sequence[Candidate], dice: random.Random
) -> Candidate | None:
    """Who joins the table, drawn from a window around its first, whose turn it is; None: nobody.

    Two bots of one owner never meet, unless both are house bots, and no two meet more often in a
    week than `MEETINGS_A_WEEK`, as far as `met` of those at the table tells. House bots meet each
    other as often as it comes until both are settled, then once in `HOUSE_REST` seconds.
    """
    waiting = (one for one in window if one.live < MOST_LIVE)
    pool = [one for one in waiting if all(may_meet(other, one) for other in table)]
    return _drawn(table[0].mu, _preferred(table[0], pool, dice), dice) if pool else None


def may_meet(one: Candidate, other: Candidate) -> bool:
    """May these two be seated at one table? `met` of the first is asked."""
    if one.id == other.id:
        return False
    if one.is_house and other.is_house:
        return _needs_house_match(one, other)
    if one.is_house or other.is_house:
        return one.owner != other.owner
    return one.owner != other.owner and one.met.count(other.id) < MEETINGS_A_WEEK


def _needs_house_match(one: Candidate, other: Candidate) -> bool:
    """Would a match of these house bots tell anything? Their code does not change and nobody waits
    for them: once both are settled, now and then is enough to keep their ratings."""
    is_settled = min(one.matches, other.matches) >= SETTLED_MATCHES
    return not is_settled or max(one.waited, other.waited) >= HOUSE_REST


def _preferred(
    first: Candidate, pool: Sequence[Candidate], dice: random.Random
) -> Sequence[Candidate]:
    """Without those whom the others of the pool can spare: see the three rules below."""
    return _sooner(_fresh(first, _measures(first, pool)), dice)


def _measures(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """New versions play house or settled bots, and these alone play them, while there are any.

    So an owner cannot lift a bot with fresh accounts that lose to it.
    """
    if not first.is_placed:
        return [one for one in pool if one.is_settled] or pool
    if first.is_settled:
        return pool
    return [one for one in pool if one.is_placed] or pool


def _fresh(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Without the latest opponents, half of the pool at most: no repeat while others wait."""
    latest = list(dict.fromkeys(first.met))[: len(pool) // 2]
    skipped = set(latest)
    return [one for one in pool if one.id not in skipped] or pool


def _sooner(pool: Sequence[Candidate], dice: random.Random) -> Sequence[Candidate]:
    """The half whose turn comes sooner: who has had more, slow bots above all, rests."""
    line = sorted(pool, key=lambda one: (one.turn, dice.random()))
    return line[: (len(line) + 1) // 2]


def _drawn(mu: float, pool: Sequence[Candidate], dice: random.Random) -> Candidate:
    """The nearest to a target from a Cauchy distribution around mu, cut to the pool's range.

    A far candidate of a window stands for the many that are not in it: so the target is drawn, not
    the candidate. Of several at one place each is as likely.
    """
    angles = [math.atan((one.mu - mu) / WIDTH) for one in pool]
    target = mu + WIDTH * math.tan(dice.uniform(min(angles), max(angles)))
    nearest = min(abs(one.mu - target) for one in pool)
    return dice.choice([one for one in pool if abs(one.mu - target) <= nearest])

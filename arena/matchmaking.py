"""Choice of players and opponents: numbers only.

Turns follow owners' used seconds (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM 1996), not
uncertainty, which starves settled bots or lets one take all games. Opponents maximise expected
information (van der Linden, Glas, "Elements of Adaptive Testing", 2010), from a window, never a
whole ladder. Figures: `docs/decisions/matchmaking.md`.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import NormalDist

from arena.ratings.trueskill import BETA, DRAW_PROBABILITY, SIGMA

PLACEMENT_MATCHES = 10
PLACEMENT_HASTE = 3.0  # a second that a new version plays counts as a third of one
SETTLED_MATCHES = 60  # matches of a version until its interval hardly narrows any more
REMEMBERED = 256  # rated matches of a week read for a bot's opponents
LATEST = 10  # latest opponents not met again at once
SOONER = 0.4  # the part of a pool, next in line, that opponents come from
CHANCE = 0.2  # share of the information left to chance
MOST_LIVE = 2  # matches that an opponent may have queued or running already
OWNER_SHARE = 1.5  # equal shares of a bot's matches that it plays with one owner, at most,
OWNER_FLOOR = 3  # but always so many;
FEW_OWNERS = 3  # others, among whom a bot plays on if nobody else is free
HOUSE_REST = 3600.0  # seconds between matches of settled house bots with each other
LEAST_SECONDS = 0.05  # no match is free
NEAREST = 100  # candidates on either side of a rating that make its window,
WAITING = 100  # and those next in line, of any rating
LEAST_SHARE = 1e-12  # probability of a result; rarer ones are ignored


@dataclass(frozen=True)
class Candidate:
    """A bot that may be seated.

    `turn`: virtual seconds, smaller is earlier; `matches`: of its version; `waited`: seconds;
    `live`: queued or running matches; `met`: a week's opponents, latest first, once a match;
    `met_owners`: their owners without house bots. The last two are empty where not read.
    """

    id: int
    owner: int
    mu: float
    matches: int
    sigma: float = SIGMA
    turn: float = 0.0
    waited: float = 0.0
    is_house: bool = False
    live: int = 0
    met: tuple[int, ...] = ()
    met_owners: tuple[int, ...] = ()

    @property
    def is_new(self) -> bool:
        """Return whether its version had no turn yet."""
        return not self.turn and not self.matches

    @property
    def is_placed(self) -> bool:
        """Return whether its rating is roughly known."""
        return self.is_house or self.matches >= PLACEMENT_MATCHES

    @property
    def is_settled(self) -> bool:
        """Return whether it can measure a new version."""
        return self.is_house or self.matches >= SETTLED_MATCHES

    @cached_property
    def by_owner(self) -> Counter[int]:
        """Count matches against members' bots by owner."""
        return Counter(self.met_owners)


def charged(turn: float, *, line: float, seconds: float, bots: int, matches: int) -> float:
    """Return a bot's turn after a match of `seconds`.

    `line` is the ladder's turn: absence saves up none. An owner's `bots` each pay for all, so that
    more bots are no more share. A version's first matches cost less.
    """
    haste = PLACEMENT_HASTE if matches < PLACEMENT_MATCHES else 1.0
    return max(turn, line) + max(seconds, LEAST_SECONDS) * bots / haste


def by_turn(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return idle candidates by turn, then by longest wait."""
    waiting = (one for one in candidates if not one.live)
    return sorted(waiting, key=lambda one: (one.turn, -one.waited, one.id))


def opponent(
    table: Sequence[Candidate],
    window: Sequence[Candidate],
    dice: random.Random,
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> Candidate | None:
    """Choose an opponent to join the table from the window around its first; None: nobody.

    The window includes busy bots, since owners are counted by it.
    """
    waiting = (one for one in window if one.live < MOST_LIVE)
    pool = [one for one in waiting if all(may_meet(other, one) for other in table)]
    allowed = _within_shares(table, pool, other_owners([*table, *window]))
    if not allowed:
        return None
    return _most_telling(table, _preferred(table[0], allowed, dice), draw_probability, dice)


def _within_shares(
    table: Sequence[Candidate], pool: Sequence[Candidate], others: int
) -> Sequence[Candidate]:
    """Return opponents within both shares, else within those of the table.

    Among few owners, or with others seated already, return anybody if need be.
    """
    fair = [one for one in pool if all(has_share_left(other, one, others) for other in table)]
    if not fair and (others <= FEW_OWNERS or len(table) > 1):
        return pool
    both = [one for one in fair if all(has_share_left(one, other, others) for other in table)]
    return both or fair


def may_meet(one: Candidate, other: Candidate) -> bool:
    """Return whether two bots may meet.

    Owners' bots never meet each other. Settled house bots meet once in `HOUSE_REST` seconds.
    """
    if one.id == other.id:
        return False
    if one.is_house and other.is_house:
        return _needs_house_match(one, other)
    return one.owner != other.owner


def has_share_left(one: Candidate, other: Candidate, others: int) -> bool:
    """Return whether `one` may play the other's owner again.

    At most `OWNER_SHARE` equal shares of its latest matches among `others` owners; house bots are
    exempt. Equal shares sum to all matches, so some owner is always left.
    """
    if one.is_house or other.is_house:
        return True
    share = OWNER_SHARE * len(one.met_owners) / others
    return one.by_owner[other.owner] < max(OWNER_FLOOR, share)


def other_owners(window: Sequence[Candidate]) -> int:
    """Count the owners that one may meet here, at least 1."""
    return max(1, len({one.owner for one in window if not one.is_house}) - 1)


def _needs_house_match(one: Candidate, other: Candidate) -> bool:
    """Return whether either house bot is unsettled or rested."""
    is_settled = min(one.matches, other.matches) >= SETTLED_MATCHES
    return not is_settled or max(one.waited, other.waited) >= HOUSE_REST


def _preferred(
    first: Candidate, pool: Sequence[Candidate], dice: random.Random
) -> Sequence[Candidate]:
    return _sooner(_fresh(first, _measures(first, pool)), dice)


def _measures(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Match new versions with house or settled bots only, and others not with new ones.

    So no owner can lift a bot by fresh accounts that lose to it.
    """
    if not first.is_placed:
        return [one for one in pool if one.is_settled] or pool
    if first.is_settled:
        return pool
    return [one for one in pool if one.is_placed] or pool


def _fresh(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Skip the latest opponents, at most half of the pool."""
    latest = list(dict.fromkeys(first.met))[: min(LATEST, len(pool) // 2)]
    skipped = set(latest)
    return [one for one in pool if one.id not in skipped] or pool


def _sooner(pool: Sequence[Candidate], dice: random.Random) -> Sequence[Candidate]:
    """Keep the earliest turns, which favours slow bots."""
    line = sorted(pool, key=lambda one: (one.turn, -one.waited, dice.random()))
    return line[: math.ceil(SOONER * len(line))]


def _most_telling(
    table: Sequence[Candidate],
    pool: Sequence[Candidate],
    draw_probability: float,
    dice: random.Random,
) -> Candidate:
    """Choose the largest expected information, with some chance among near equals."""
    ties = margin(draw_probability)

    def told(one: Candidate) -> float:
        sums = sum(_told(other, one, ties) for other in table)
        return sums * dice.uniform(1 - CHANCE, 1.0)

    return max(pool, key=told)


def _told(one: Candidate, other: Candidate, ties: float) -> float:
    """Return the share of the difference's variance that a match removes."""
    variance = one.sigma**2 + other.sigma**2
    known = information(one.mu - other.mu, ties) * variance
    return known / (1 + known)


def information(apart: float, ties: float) -> float:
    """Return Fisher's information of a match about the skill difference `apart`.

    By TrueSkill's performances with this margin of ties.
    """
    unit = math.sqrt(2) * BETA
    up, down = (ties - apart) / unit, (-ties - apart) / unit
    ahead, behind = _density(up), _density(down)
    lost = _share_below(down)
    won = _share_below(-up)
    tied = 1 - won - lost
    terms = ((ahead, won), (ahead - behind, tied), (behind, lost))
    return sum(slope**2 / share for slope, share in terms if share > LEAST_SHARE) / unit**2


@lru_cache(maxsize=64)
def margin(draw_probability: float) -> float:
    """Return the largest difference of performances in a tie, by the ties of equals."""
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * BETA


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _share_below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2

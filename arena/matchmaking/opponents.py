"""Who plays whom: numbers only.

Whose turn it is was decided by what he has had: turns are shared by the seconds that an owner's
bots used, as fair queueing shares a line (start-time fair queueing: Goyal, Vin, Cheng, SIGCOMM
1996), never by who is most uncertain (such a rule starves settled bots, or lets one bot eat all
games). The opponent is the one whose match tells most: its result is open, and the two ratings are
not (expected information, as in adaptive tests: van der Linden, Glas, "Elements of Adaptive
Testing", 2010).

Nothing here needs a whole ladder: a bot's opponents are drawn from a window of candidates.
`docs/decisions/matchmaking.md` has the figures behind the numbers.
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
REMEMBERED = 256  # rated matches of a week in which a bot's opponents are looked for
LATEST = 10  # opponents that are not met again at once
SOONER = 0.4  # the part of a pool that is next in line, from which an opponent is chosen
CHANCE = 0.2  # the share of what a match tells that is left to chance
MOST_LIVE = 2  # matches that an opponent may have queued or running already
OWNER_SHARE = 1.5  # equal shares of a bot's matches that it plays with one owner, at most,
OWNER_FLOOR = 3  # but always so many;
FEW_OWNERS = 3  # others, among whom a bot plays on if nobody else is free
HOUSE_REST = 3600.0  # seconds between matches of settled house bots with each other
LEAST_SECONDS = 0.05  # no match is free, whatever the clock said
NEAREST = 100  # candidates on either side of a rating that make its window,
WAITING = 100  # and those next in line, who stand anywhere
LEAST_SHARE = 1e-12  # of matches that end so; rarer results tell nothing


@dataclass(frozen=True)
class Candidate:
    """A bot that may be seated.

    `turn` is its place in the line in virtual seconds, smaller is earlier; `matches` those that its
    version has played; `waited` is in seconds; `live` counts matches queued or running; `met` are
    the opponents of its rated matches within a week, latest first, once for each match, and
    `met_owners` the owners of those that are no house bots. Both are empty where nobody asked.
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

    @cached_property
    def by_owner(self) -> Counter[int]:
        """Count its matches against members' bots, by their owner."""
        return Counter(self.met_owners)


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
    table: Sequence[Candidate],
    window: Sequence[Candidate],
    dice: random.Random,
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> Candidate | None:
    """Choose who joins the table, from a window around its first, whose turn it is; None: nobody.

    The window holds those as well who cannot be seated now: owners are counted by it.
    `draw_probability` is that of a match between equals.
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
    """Select those with whom nobody plays more than a share; without such, those who alone would.
    Among few owners, and at a table that others sit at already, everybody if need be."""
    fair = [one for one in pool if all(has_share_left(other, one, others) for other in table)]
    if not fair and (others <= FEW_OWNERS or len(table) > 1):
        return pool
    both = [one for one in fair if all(has_share_left(one, other, others) for other in table)]
    return both or fair


def may_meet(one: Candidate, other: Candidate) -> bool:
    """May these two be seated at one table at all?

    Two bots of one owner never meet, unless both are house bots. House bots meet each other as
    often as it comes until both are settled, then once in `HOUSE_REST` seconds.
    """
    if one.id == other.id:
        return False
    if one.is_house and other.is_house:
        return _needs_house_match(one, other)
    return one.owner != other.owner


def has_share_left(one: Candidate, other: Candidate, others: int) -> bool:
    """May the first play more with the other's owner?

    Of its latest matches with members' bots these are at most `OWNER_SHARE` equal shares among the
    `others`, the owners whom it may meet; house bots have no limit. As the equal shares of all
    owners are all matches, there is always one.
    """
    if one.is_house or other.is_house:
        return True
    share = OWNER_SHARE * len(one.met_owners) / others
    return one.by_owner[other.owner] < max(OWNER_FLOOR, share)


def other_owners(window: Sequence[Candidate]) -> int:
    """Count the owners that each owner of a member's bot may meet here, at least 1."""
    return max(1, len({one.owner for one in window if not one.is_house}) - 1)


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
    latest = list(dict.fromkeys(first.met))[: min(LATEST, len(pool) // 2)]
    skipped = set(latest)
    return [one for one in pool if one.id not in skipped] or pool


def _sooner(pool: Sequence[Candidate], dice: random.Random) -> Sequence[Candidate]:
    """Select those whose turn comes sooner: bots that have had more rest, above all slow ones."""
    line = sorted(pool, key=lambda one: (one.turn, -one.waited, dice.random()))
    return line[: math.ceil(SOONER * len(line))]


def _most_telling(
    table: Sequence[Candidate],
    pool: Sequence[Candidate],
    draw_probability: float,
    dice: random.Random,
) -> Candidate:
    """Choose whose results against all at the table are expected to tell most, with a little chance
    so that near equals take turns."""
    ties = margin(draw_probability)

    def told(one: Candidate) -> float:
        sums = sum(_told(other, one, ties) for other in table)
        return sums * dice.uniform(1 - CHANCE, 1.0)

    return max(pool, key=told)


def _told(one: Candidate, other: Candidate, ties: float) -> float:
    """Return the share of what is uncertain about their difference that a match takes away."""
    variance = one.sigma**2 + other.sigma**2
    known = information(one.mu - other.mu, ties) * variance
    return known / (1 + known)


def information(apart: float, ties: float) -> float:
    """Return Fisher's information of a match (won, tied or lost) about the difference of the
    skills, where that is `apart`: by TrueSkill's performances, with this margin of ties."""
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
    """Return by how much performances differ in a tie, at most: that many of equals' matches."""
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * BETA


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _share_below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2

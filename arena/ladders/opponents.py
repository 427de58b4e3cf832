"""Choice of players and opponents; figures in `docs/decisions/matchmaking.md`."""

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
PLACEMENT_WAIT = 3.0  # seconds that a member's new version waits at most, for each that it played
SETTLED_MATCHES = 60  # matches of a version until its interval hardly narrows any more
REMEMBERED = 256  # rated matches of a week read for a bot's opponents
LATEST = 10  # latest opponents not met again at once
SOONER = 0.4  # the part of a pool, next in line, that opponents come from
CHANCE = 0.2  # share of the information left to chance
MOST_LIVE = 2  # matches that an opponent may have queued or running already
OWNER_SHARE = 1.5  # most equal shares of a bot's matches with one owner,
OWNER_FLOOR = 3  # but always this many;
FEW_OWNERS = 3  # with so few other owners, shares may be exceeded
HOUSE_REST = 3600.0  # seconds between matches of settled house bots with each other
LEAST_SECONDS = 0.05  # no match is free
SPARED = 10.0  # virtual seconds ahead of its ladder that a bot may be and still begin anew
NEAREST = 100  # candidates on either side of a rating in its window,
WAITING = 100  # and those next in line, of any rating
LEAST_SHARE = 1e-12  # probability of a result; rarer ones are ignored


@dataclass(frozen=True)
class Candidate:
    """A bot that may be seated.

    `virtual_finish`: seconds, smaller is earlier; `waited`: seconds; `live`: queued or running
    matches; `met`: a week's opponents, latest first, `met_owners` without the house, both empty if
    unread.
    """

    id: int
    owner: int
    mu: float
    matches: int
    sigma: float = SIGMA
    virtual_finish: float = 0.0
    waited: float = 0.0
    is_house: bool = False
    version: int = 0
    live: int = 0
    met: tuple[int, ...] = ()
    met_owners: tuple[int, ...] = ()

    @property
    def is_new(self) -> bool:
        return not self.virtual_finish and not self.matches

    @property
    def is_placed(self) -> bool:
        """Whether its rating is roughly known."""
        return self.is_house or self.matches >= PLACEMENT_MATCHES

    @property
    def is_settled(self) -> bool:
        """Whether it can measure new versions."""
        return self.is_house or self.matches >= SETTLED_MATCHES

    @cached_property
    def by_owner(self) -> Counter[int]:
        return Counter(self.met_owners)


# Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996) by seconds used; never by uncertainty,
# which starves settled bots or lets one bot take all games.
def charged_finish(
    virtual_finish: float, *, virtual_time: float, seconds: float, bots: int, matches: int
) -> float:
    """Return a bot's virtual finish after a match of `seconds`.

    At least from `virtual_time`, so that absence saves up none. Each of an owner's `bots` pays for
    all, so that more bots are no more share.
    """
    haste = PLACEMENT_HASTE if matches < PLACEMENT_MATCHES else 1.0
    return max(virtual_finish, virtual_time) + max(seconds, LEAST_SECONDS) * bots / haste


def by_virtual_time(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return idle candidates by virtual finish, then wait."""
    waiting = (candidate for candidate in candidates if not candidate.live)
    return sorted(waiting, key=lambda bot: (bot.virtual_finish, -bot.waited, bot.id))


def opponent(
    table: Sequence[Candidate],
    window: Sequence[Candidate],
    dice: random.Random,
    *,
    draw_probability: float = DRAW_PROBABILITY,
) -> Candidate | None:
    """Choose who joins the table, or None; `window` includes busy bots, to count owners."""
    waiting = (bot for bot in window if bot.live < MOST_LIVE)
    pool = [bot for bot in waiting if all(may_meet(other, bot) for other in table)]
    allowed = _within_shares(table, pool, other_owners([*table, *window]))
    if not allowed:
        return None
    preferred = _keep_early(_keep_fresh(table[0], _keep_measures(table[0], allowed)), dice)
    ties = margin(draw_probability)

    def information_with_chance(bot: Candidate) -> float:
        """Return the expected information of its pairs with the table."""
        total = 0.0
        for other in table:
            variance = other.sigma**2 + bot.sigma**2
            known = information(other.mu - bot.mu, ties) * variance
            total += known / (1 + known)
        return total * dice.uniform(1 - CHANCE, 1.0)

    return max(preferred, key=information_with_chance)


def _within_shares(
    table: Sequence[Candidate], pool: Sequence[Candidate], others: int
) -> Sequence[Candidate]:
    """Keep fair opponents; among few owners or at a joined table anybody if needed."""
    fair = [bot for bot in pool if all(has_share_left(other, bot, others) for other in table)]
    if not fair and (others <= FEW_OWNERS or len(table) > 1):
        return pool
    both = [bot for bot in fair if all(has_share_left(bot, other, others) for other in table)]
    return both or fair


def may_meet(one: Candidate, other: Candidate) -> bool:
    """Return whether two may meet: not of one owner, except house bots, which rest once settled."""
    if one.id == other.id:
        return False
    if one.is_house and other.is_house:
        is_settled = min(one.matches, other.matches) >= SETTLED_MATCHES
        return not is_settled or max(one.waited, other.waited) >= HOUSE_REST
    return one.owner != other.owner


def has_share_left(one: Candidate, other: Candidate, others: int) -> bool:
    """Return whether `one` may meet the other's owner again, within `OWNER_SHARE` equal shares."""
    if one.is_house or other.is_house:
        return True
    # Equal shares of all owners are all matches, so somebody is always left.
    share = OWNER_SHARE * len(one.met_owners) / others
    return one.by_owner[other.owner] < max(OWNER_FLOOR, share)


def other_owners(window: Sequence[Candidate]) -> int:
    """Count the owners one may meet, at least 1."""
    return max(1, len({bot.owner for bot in window if not bot.is_house}) - 1)


def _keep_measures(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Pair new versions with house or settled bots, and only these with them."""
    # So an owner cannot lift a bot by fresh accounts that lose to it.
    if not first.is_placed:
        return [bot for bot in pool if bot.is_settled] or pool
    if first.is_settled:
        return pool
    return [bot for bot in pool if bot.is_placed] or pool


def _keep_fresh(first: Candidate, pool: Sequence[Candidate]) -> Sequence[Candidate]:
    """Skip latest opponents, half of the pool at most."""
    latest = list(dict.fromkeys(first.met))[: min(LATEST, len(pool) // 2)]
    skipped = set(latest)
    return [bot for bot in pool if bot.id not in skipped] or pool


def _keep_early(pool: Sequence[Candidate], dice: random.Random) -> Sequence[Candidate]:
    """Keep early turns, above all of slow bots."""
    queue = sorted(pool, key=lambda bot: (bot.virtual_finish, -bot.waited, dice.random()))
    return queue[: math.ceil(SOONER * len(queue))]


# Expected information, as in adaptive tests (van der Linden, Glas, "Elements of Adaptive Testing",
# 2010): an open result between uncertain ratings tells most.
def information(apart: float, ties: float) -> float:
    """Return a match's Fisher information about the difference `apart`."""
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
    """Return the largest difference in a tie."""
    return NormalDist().inv_cdf((draw_probability + 1) / 2) * math.sqrt(2) * BETA


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _share_below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2

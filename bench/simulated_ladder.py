"""A ladder in memory, with the platform's turns, opponents, live updates and fits; results by
strength."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from arena.ladders.opponents import (
    REMEMBERED,
    Candidate,
    by_virtual_time,
    charged_finish,
    opponent,
)
from arena.ratings.fit import fit
from arena.ratings.parameters import Parameters, next_fit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import Rating, of_new_version, rate
from bench.simulated_results import Results

SECONDS = 1.0  # a match's cost to each owner


class Ratings:
    """Ratings by version: fits, with live updates between them."""

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.tally = Tally()
        self.parameters = Parameters()
        self.skills: dict[int, Rating] = {}
        self.before: dict[int, int] = {}
        self.owners: dict[int, int] = {}
        self.serial, self.next_fit = 0, next_fit(0)

    def skill(self, version: int) -> Rating:
        """Return the rating; a version without matches inherits its predecessor's."""
        if version in self.skills:
            return self.skills[version]
        if version not in self.before:
            return Rating()
        return of_new_version(self.skill(self.before[version]), self.parameters.drift)

    def play(self, match: Played) -> bool:
        """Rate a match; return whether a fit moved all ratings."""
        self.tally.add(match)
        skills = [self.skill(version) for version in match.players]
        draws = self.parameters.draw_probability
        moved = rate(skills, match.ranks, draw_probability=draws)
        self.skills.update(zip(match.players, moved, strict=True))
        self.serial += 1
        if self.serial < self.next_fit:
            return False
        links = list(self.before.items())
        fitted = fit(self.tally, seats=self.seats, links=links, owners=self.owners)
        self.parameters = fitted.parameters
        self.skills.update(fitted.skills)
        self.next_fit = next_fit(self.serial)
        return True


@dataclass
class Bot:
    id: int
    owner: int
    version: int
    virtual_finish: float = 0.0
    played_at: int = 0
    placed: int = 0  # matches of the present version
    met: list[int] = field(default_factory=list)
    met_owners: list[int] = field(default_factory=list)


class Ladder:
    """Bots with strengths, playing one match at a time."""

    def __init__(self, results: Results, seed: int) -> None:
        self.results = results
        self.ratings = Ratings(results.seats)
        self.dice = random.Random(seed)
        self.luck = np.random.default_rng(seed)
        self.bots: list[Bot] = []
        self.strengths: list[float] = []  # by version
        self.candidates: dict[int, Candidate] = {}
        self.virtual_time = 0.0
        self.longest_wait = 0
        self.pairs: Counter[frozenset[int]] = Counter()
        self.bots_of: Counter[int] = Counter()  # by owner

    # --- bots and versions -----------------------------------------------------------------------
    def enter(self, strength: float, owner: int | None = None) -> Bot:
        """Add a bot, by default with its own owner."""
        number = len(self.bots)
        owner = number if owner is None else owner
        bot = Bot(number, owner, self._version(owner, strength))
        self.bots_of[owner] += 1
        bot.played_at = self.ratings.serial
        self.bots.append(bot)
        self._stale(bot)
        return bot

    def upload(self, bot: Bot, strength: float) -> None:
        version = self._version(bot.owner, strength)
        self.ratings.before[version] = bot.version
        self.choose(bot, version)

    def choose(self, bot: Bot, version: int) -> None:
        bot.version, bot.virtual_finish, bot.placed = version, 0.0, 0
        self._stale(bot)

    def _version(self, owner: int, strength: float) -> int:
        version = len(self.strengths)
        self.strengths.append(strength)
        self.ratings.owners[version] = owner
        return version

    def skill(self, bot: Bot) -> Rating:
        return self.ratings.skill(bot.version)

    # --- matches ---------------------------------------------------------------------------------
    def play_to(self, matches: float) -> None:
        """Play up to this many matches per bot."""
        while self.ratings.serial * self.results.seats < matches * len(self.bots):
            self.step()

    def step(self) -> list[Bot]:
        """Play the next match; return its bots."""
        window = list(self.candidates.values())
        first = by_virtual_time(window)[0]
        self.virtual_time = max(self.virtual_time, first.virtual_finish)
        table = [first]
        draws = self.ratings.parameters.draw_probability
        while len(table) < self.results.seats:
            joined = opponent(table, window, self.dice, draw_probability=draws)
            assert joined
            table.append(joined)
        bots = [self.bots[one.id] for one in table]
        have_all_moved = self.ratings.play(self.match([bot.version for bot in bots]))
        for bot in bots:
            self._count(bot, bots)
        for bot in self.bots if have_all_moved else bots:
            self._stale(bot)
        return bots

    def match(self, versions: Sequence[int]) -> Played:
        strengths = [self.strengths[version] for version in versions]
        return self.results.match(versions, strengths, self.luck)

    def _count(self, bot: Bot, table: list[Bot]) -> None:
        others = [one for one in table if one is not bot]
        self.longest_wait = max(self.longest_wait, self.ratings.serial - bot.played_at)
        bot.played_at = self.ratings.serial
        bots = self.bots_of[bot.owner]
        bot.virtual_finish = charged_finish(
            bot.virtual_finish,
            virtual_time=self.virtual_time,
            seconds=SECONDS,
            bots=bots,
            matches=bot.placed,
        )
        bot.placed += 1
        for other in others:
            bot.met.insert(0, other.id)
            bot.met_owners.insert(0, other.owner)
            self.pairs[frozenset((bot.id, other.id))] += bot.id < other.id
        most = REMEMBERED * len(others)
        del bot.met[most:], bot.met_owners[most:]

    def _stale(self, bot: Bot) -> None:
        """Update the bot's candidate for matchmaking."""
        mu, sigma = self.skill(bot)
        self.candidates[bot.id] = Candidate(
            id=bot.id,
            owner=bot.owner,
            mu=mu,
            sigma=sigma,
            matches=bot.placed,
            virtual_finish=bot.virtual_finish,
            waited=-bot.played_at,
            met=tuple(bot.met),
            met_owners=tuple(bot.met_owners),
        )

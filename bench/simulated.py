"""A ladder in memory: the platform's turns, opponents, live moves and fits on simulated results."""

import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from arena.matchmaking.opponents import REMEMBERED, Candidate, by_turn, charged, opponent
from arena.ratings.fit import fit
from arena.ratings.parameters import Parameters
from arena.ratings.schedule import next_fit
from arena.ratings.tally import Played, Tally
from arena.ratings.trueskill import Rating, rate, succeeded
from bench.latent import Results

SECONDS = 1.0  # what a match costs each owner here


class Ratings:
    """How versions are rated after each match: a fit now and then, live moves on top of it."""

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.tally = Tally()
        self.parameters = Parameters()
        self.skills: dict[int, Rating] = {}
        self.before: dict[int, int] = {}
        self.owners: dict[int, int] = {}
        self.serial, self.next_fit = 0, next_fit(0)

    def skill(self, version: int) -> Rating:
        """Return the rating; one that has not played begins where the version before it stands."""
        if version in self.skills:
            return self.skills[version]
        if version not in self.before:
            return Rating()
        return succeeded(self.skill(self.before[version]), self.parameters.drift)

    def play(self, match: Played) -> bool:
        """Move the ratings of a match; was there a fit, so that all have moved?"""
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
    """A bot in the simulation; `matches` and `strengths` by version."""

    id: int
    owner: int
    version: int
    turn: float = 0.0
    played_at: int = 0
    placed: int = 0  # matches since its version was chosen
    met: list[int] = field(default_factory=list)
    met_owners: list[int] = field(default_factory=list)


class Ladder:
    """Bots with strengths, played one match at a time."""

    def __init__(self, results: Results, seed: int) -> None:
        self.results = results
        self.ratings = Ratings(results.seats)
        self.dice = random.Random(seed)
        self.luck = np.random.default_rng(seed)
        self.bots: list[Bot] = []
        self.strengths: list[float] = []  # by version
        self.candidates: dict[int, Candidate] = {}
        self.line = 0.0
        self.longest_wait = 0
        self.pairs: Counter[frozenset[int]] = Counter()

    # --- bots and versions -----------------------------------------------------------------------
    def enter(self, strength: float) -> Bot:
        """Add a bot with an owner of its own."""
        number = len(self.bots)
        bot = Bot(number, number, self._version(number, strength))
        bot.played_at = self.ratings.serial
        self.bots.append(bot)
        self._stale(bot)
        return bot

    def upload(self, bot: Bot, strength: float) -> None:
        """Let the bot play with a new version."""
        version = self._version(bot.owner, strength)
        self.ratings.before[version] = bot.version
        self.choose(bot, version)

    def choose(self, bot: Bot, version: int) -> None:
        """Let the bot play with one of its versions from now on."""
        bot.version, bot.turn, bot.placed = version, 0.0, 0
        self._stale(bot)

    def _version(self, owner: int, strength: float) -> int:
        version = len(self.strengths)
        self.strengths.append(strength)
        self.ratings.owners[version] = owner
        return version

    def skill(self, bot: Bot) -> Rating:
        """Return how the version is rated that plays."""
        return self.ratings.skill(bot.version)

    # --- matches ---------------------------------------------------------------------------------
    def play_to(self, matches: float) -> None:
        """Play until there are so many matches a bot."""
        while self.ratings.serial * self.results.seats < matches * len(self.bots):
            self.step()

    def step(self) -> list[Bot]:
        """Play the match that is next; return the bots that were in it."""
        window = list(self.candidates.values())
        first = by_turn(window)[0]
        self.line = max(self.line, first.turn)
        table = [first]
        draws = self.ratings.parameters.draw_probability
        while len(table) < self.results.seats:
            joined = opponent(table, window, self.dice, draw_probability=draws)
            assert joined
            table.append(joined)
        bots = [self.bots[one.id] for one in table]
        versions = [bot.version for bot in bots]
        strengths = [self.strengths[version] for version in versions]
        have_all_moved = self.ratings.play(self.results.match(versions, strengths, self.luck))
        for bot in bots:
            self._count(bot, bots)
        for bot in self.bots if have_all_moved else bots:
            self._stale(bot)
        return bots

    def _count(self, bot: Bot, table: list[Bot]) -> None:
        others = [one for one in table if one is not bot]
        self.longest_wait = max(self.longest_wait, self.ratings.serial - bot.played_at)
        bot.played_at = self.ratings.serial
        bot.turn = charged(bot.turn, line=self.line, seconds=SECONDS, bots=1, matches=bot.placed)
        bot.placed += 1
        for other in others:
            bot.met.insert(0, other.id)
            bot.met_owners.insert(0, other.owner)
            self.pairs[frozenset((bot.id, other.id))] += bot.id < other.id
        most = REMEMBERED * len(others)
        del bot.met[most:], bot.met_owners[most:]

    def _stale(self, bot: Bot) -> None:
        """Tell matchmaking what has become of a bot."""
        mu, sigma = self.skill(bot)
        self.candidates[bot.id] = Candidate(
            id=bot.id,
            owner=bot.owner,
            mu=mu,
            sigma=sigma,
            matches=bot.placed,
            turn=bot.turn,
            waited=-bot.played_at,
            met=tuple(bot.met),
            met_owners=tuple(bot.met_owners),
        )

"""A series of matches on this machine."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.matches.referee.referee import Entrant, Fault, Plan, match_points
from arena.ratings import paired
from arena.ratings.paired import Difference
from engine import catalogue
from engine.game import BadConfig, ConfigOption, GameInfo
from kit.errors import BadInput, suggestion
from kit.play import kingdoms
from kit.play.played import NOT_PLAYED, PlayedGame, PlayedMatch
from kit.program import PROGRAM
from sandbox.limits import Limits

MOST_GAMES = 1_000_000


@dataclass
class SeatTally:
    """Games and points in one seat."""

    games: int = 0
    points: float = 0.0


@dataclass
class Tally:
    """One bot's sums: `wins` alone, `shared` wins, match `points`, game `score`."""

    name: str
    games: int = 0
    wins: int = 0
    shared: int = 0
    points: float = 0.0
    score: int = 0
    faults: int = 0
    decisions: int = 0
    cpu: float = 0.0
    seats: list[SeatTally] = field(default_factory=list)


@dataclass
class Series:
    entrants: Sequence[Entrant]
    plans: list[Plan]
    results: list[PlayedMatch] = field(default_factory=list)
    shares: list[list[float]] = field(default_factory=list)  # of a match's points, by bot
    count: int = 0  # of games

    def add(self, match: PlayedMatch) -> None:
        self.results.append(match)
        self.count += len(match.games)
        most = len(match.games) * (self.plans[0].seats - 1)
        self.shares.append([points / most for points in match.points])

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """Seed of the match, fault."""
        pairs = zip(self.plans, self.results, strict=False)
        return [(plan.seed, fault) for plan, result in pairs for fault in result.faults]

    @property
    def games(self) -> list[tuple[int, PlayedGame]]:
        """Seed of the match, game."""
        pairs = zip(self.plans, self.results, strict=False)
        return [(plan.seed, game) for plan, result in pairs for game in result.games]

    @property
    def kingdoms(self) -> dict[int, str]:
        """Seed of the match -> random kingdom."""
        cards = {plan.seed: kingdoms.random_kingdom(plan) for plan in self.plans}
        return {seed: kingdom for seed, kingdom in cards.items() if kingdom}

    def tallies(self) -> list[Tally]:
        seats = range(self.plans[0].seats)
        tallies = [
            Tally(entrant.name, seats=[SeatTally() for _ in seats]) for entrant in self.entrants
        ]
        for result in self.results:
            for game in result.games:
                _count(tallies, game)
                for fault in game.faults:
                    tallies[fault.entrant].faults += 1
                for tally, decisions, cpu in zip(tallies, game.decisions, game.cpu, strict=True):
                    tally.decisions += decisions
                    tally.cpu += cpu
        return tallies

    def score(self, entrant: int) -> Difference:
        """Return its share of the points, 0 to 1."""
        return paired.share([match[entrant] for match in self.shares])

    @property
    def leader(self) -> int:
        sums = [sum(column) for column in zip(*self.shares, strict=True)]
        return sums.index(max(sums))

    @property
    def is_sure(self) -> bool:
        """Whether one bot is the best, however often this was asked."""
        best = self.leader
        others = [one for one in range(len(self.entrants)) if one != best]
        # either of two may lead by chance, and each other one is a comparison of its own
        doubt = paired.DOUBT / len(others) / len(self.entrants) * 2
        return all(
            paired.sure_lead([(match[best], match[other]) for match in self.shares], doubt) > 0
            for other in others
        )

    def to_json(self) -> dict[str, Any]:
        """The first match's seed repeats the series."""
        plan = self.plans[0]
        return {
            "game": plan.game,
            "config": plan.config,
            "seats": plan.seats,
            "seed": plan.seed,
            "bots": [
                {**asdict(tally), "share": self.score(number)}
                for number, tally in enumerate(self.tallies())
            ],
            "games": [
                {"seed": seed, **_game(game), "output": game.output} for seed, game in self.games
            ],
            "faults": [
                {"bot": self.entrants[fault.entrant].name, "seed": seed, **asdict(fault)}
                for seed, fault in self.faults
            ],
            **(self.results[0].jail if self.results else NOT_PLAYED),
        }


def _count(tallies: list[Tally], game: PlayedGame) -> None:
    winners = game.ranks.count(1)
    for seat, points in enumerate(points_by_seat(game)):
        tally = tallies[game.seating[seat]]
        tally.games += 1
        tally.score += game.scores[seat]
        tally.points += points
        tally.seats[seat].games += 1
        tally.seats[seat].points += points
        if game.ranks[seat] == 1:
            tally.wins += winners == 1
            tally.shared += winners > 1


def points_by_seat(game: PlayedGame) -> list[float]:
    return match_points([(range(len(game.ranks)), game.ranks)])


def _game(game: PlayedGame) -> dict[str, Any]:
    names = ("seating", "scores", "ranks", "reason", "decisions", "cpu")
    return {name: getattr(game, name) for name in names}


def draw_seed() -> int:
    """Short enough to type again."""
    return secrets.randbelow(2**31)


def read_config(game: str, options: Sequence[str]) -> dict[str, Any]:
    """Read `name=value` words or JSON objects; lists may have commas. Raises BadInput."""
    config: dict[str, Any] = {}
    for option in options:
        config |= _object(option) if option.lstrip().startswith("{") else _pair(option, game)
    return config


def _object(option: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(option)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"--config {option}: not valid JSON ({error})") from error
    return found


def _pair(option: str, game: str) -> dict[str, Any]:
    name, equals, text = option.partition("=")
    if not equals or not name:
        raise BadInput(f"--config {option}: use name=value, or a JSON object in quotes")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    known = require_game(game).config.get(name)
    if known and isinstance(value, str) and _is_list(known, value):
        value = kingdoms.split_commas(value)
    return {name: value}


def _is_list(known: ConfigOption, text: str) -> bool:
    """Names of kingdoms have commas, too, but are among the choices."""
    return isinstance(known.default, list) or ("," in text and not known.choices)


def require_game(game: str) -> GameInfo:
    """Raises BadInput."""
    known = catalogue.games()
    if game not in known:
        names = ", ".join(known)
        raise BadInput(f"unknown game {game!r}.{suggestion(game, known)} The games are: {names}.")
    return known[game]


def plans(game: str, *, seats: int, games: int, seed: int, config: dict[str, Any]) -> list[Plan]:
    """Full rounds of seats, then single games; match n has seed `seed + n`. Raises BadInput."""
    require_game(game)
    if games > MOST_GAMES:
        raise BadInput(f"{games:,} games are more than can be planned: at most {MOST_GAMES:,}")
    try:
        catalogue.new(game, seats=seats, seed=seed, config=config)
    except BadConfig as error:
        raise BadInput(f"{error}.{kingdoms.suggest(game, config)} See: {PROGRAM} games") from error
    return _in_rounds(Plan(game, config, seats, 1, seed, Limits()), games)


def continued(position: dict[str, Any], *, games: int, seed: int) -> list[Plan]:
    """As `plans`, from the end of this record, unshuffled."""
    seats = position["seats"]
    base = Plan(position["game"], position["config"], seats, 1, seed, Limits(), shuffled=False)
    return _in_rounds(replace(base, position=position), games)


def _in_rounds(base: Plan, games: int) -> list[Plan]:
    rounds, rest = divmod(games, base.seats)
    sizes = [base.seats] * rounds + [1] * rest
    return [replace(base, games=size, seed=base.seed + n) for n, size in enumerate(sizes)]

"""A series of matches on one machine: what to play, playing it, and what it came to."""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.referee import Entrant, Fault, MatchResult, Plan, play
from engine import catalogue
from engine.dominion import CARDS
from engine.game import BadConfig
from kit.errors import BadInput, suggestion
from sandbox.errors import HostFailure
from sandbox.jail import Jailer
from sandbox.limits import Limits

TRIES = 3
RANDOM = "random"


@dataclass
class Tally:
    """What one bot has done in a series. `wins` are games won alone, `shared` won together."""

    name: str
    wins: int = 0
    shared: int = 0
    points: float = 0.0
    faults: int = 0
    decisions: int = 0
    cpu: float = 0.0


@dataclass
class Series:
    """The matches of a series and the bots that played them."""

    entrants: Sequence[Entrant]
    plans: list[Plan]
    results: list[MatchResult] = field(default_factory=list)

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """Every fault with the seed of its match, in the order they happened."""
        pairs = zip(self.plans, self.results, strict=False)
        return [(plan.seed, fault) for plan, result in pairs for fault in result.faults]

    @property
    def kingdoms(self) -> dict[int, str]:
        """Where kingdoms are drawn at random: seed of the match -> the cards of its kingdom."""
        if self.plans[0].config.get("kingdom") != RANDOM:
            return {}
        return {plan.seed: _kingdom(plan) for plan in self.plans}

    def tallies(self) -> list[Tally]:
        """What each bot has done, in the order in which the bots were named."""
        tallies = [Tally(entrant.name) for entrant in self.entrants]
        for result in self.results:
            for tally, points in zip(tallies, result.points, strict=True):
                tally.points += points
            for game in result.games:
                _count(tallies, game.seating, game.ranks)
                for fault in game.faults:
                    tallies[fault.entrant].faults += 1
                for tally, decisions, cpu in zip(tallies, game.decisions, game.cpu, strict=True):
                    tally.decisions += decisions
                    tally.cpu += cpu
        return tallies

    def to_json(self) -> dict[str, Any]:
        """The whole series, JSON-ready; the first match's seed repeats it."""
        plan = self.plans[0]
        return {
            "game": plan.game,
            "config": plan.config,
            "seats": plan.seats,
            "seed": plan.seed,
            "bots": [asdict(tally) for tally in self.tallies()],
            "games": [
                {"seed": plan.seed, **_game(game)}
                for plan, result in zip(self.plans, self.results, strict=False)
                for game in result.games
            ],
            "faults": [
                {"bot": self.entrants[fault.entrant].name, "seed": seed, **asdict(fault)}
                for seed, fault in self.faults
            ],
            "stamp": self.results[0].stamp if self.results else None,
        }


def _count(tallies: list[Tally], seating: list[int], ranks: list[int]) -> None:
    winners = [entrant for entrant, place in zip(seating, ranks, strict=True) if place == 1]
    for entrant in winners:
        if len(winners) == 1:
            tallies[entrant].wins += 1
        else:
            tallies[entrant].shared += 1


def _game(game: Any) -> dict[str, Any]:
    names = ("seating", "scores", "ranks", "reason", "decisions", "cpu")
    return {name: getattr(game, name) for name in names}


def _kingdom(plan: Plan) -> str:
    """The kingdom of a deal, as `--kingdom` takes it, and whether Colonies are added."""
    deal = catalogue.new(plan.game, seats=plan.seats, seed=plan.seed, config=plan.config, log=False)
    piles = deal.view(None)["supply"]
    cards = ", ".join(name for name in piles if CARDS[name].expansion != "basic")
    return f"{cards} (with Platinum and Colony)" if "Colony" in piles else cards


def draw_seed() -> int:
    """A seed for who does not care which; short enough to be typed again."""
    return secrets.randbelow(2**31)


def read_config(
    options: Sequence[str], kingdom: str | None, sets: str | None = None
) -> dict[str, Any]:
    """A configuration from `--config` words (`name=value`, or JSON), `--kingdom` and `--sets`.

    A value is JSON where it can be, else text. Raises BadInput.
    """
    config: dict[str, Any] = {}
    for option in options:
        config |= _object(option) if option.lstrip().startswith("{") else _pair(option)
    if kingdom is not None:
        cards = _listed(kingdom)
        config["kingdom"] = cards if len(cards) > 1 else kingdom
    if sets is not None:
        config["sets"] = _listed(sets)
        if config.setdefault("kingdom", RANDOM) != RANDOM:
            raise BadInput("--sets is for random kingdoms: leave out --kingdom, or make it random")
    return config


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",")]


def _object(option: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(option)
    except ValueError as error:
        raise BadInput(f"--config {option}: not valid JSON ({error})") from error
    return found


def _pair(option: str) -> dict[str, Any]:
    name, equals, value = option.partition("=")
    if not equals or not name:
        raise BadInput(f"--config {option}: write name=value, or a JSON object in quotes")
    try:
        return {name: json.loads(value)}
    except ValueError:
        return {name: value}


def plans(game: str, *, seats: int, games: int, seed: int, config: dict[str, Any]) -> list[Plan]:
    """The matches that come to `games` games: full rounds of the seats while they fit, then single
    games. Match n has the seed `seed + n`. Raises BadInput for what the game does not know."""
    known = catalogue.games()
    if game not in known:
        names = ", ".join(known)
        raise BadInput(f"unknown game {game!r}.{suggestion(game, known)} The games are: {names}.")
    try:
        catalogue.new(game, seats=seats, seed=seed, config=config)
    except BadConfig as error:
        raise BadInput(f"{error}.{_meant(game, config)} See: ./kingsbench games") from error
    rounds, rest = divmod(games, seats)
    sizes = [seats] * rounds + [1] * rest
    base = Plan(game, config, seats, 1, seed, Limits())
    return [replace(base, games=size, seed=seed + n) for n, size in enumerate(sizes)]


def _meant(game: str, config: dict[str, Any]) -> str:
    """What was perhaps meant by the name of a kingdom that there is not."""
    known, kingdom = catalogue.games()[game].config, config.get("kingdom")
    if (
        not isinstance(kingdom, str)
        or "kingdom" not in known
        or kingdom in known["kingdom"].choices
    ):
        return ""
    if "sets" in known and kingdom.lower() in known["sets"].choices:
        return f" For random kingdoms of that set write --sets {kingdom.lower()}."
    return suggestion(kingdom, known["kingdom"].choices)


def run(series: Series, jailer: Jailer, progress: Callable[[int], None] | None = None) -> None:
    """Play every match; `progress` hears how many games are finished. Raises HostFailure."""
    done = 0
    for plan in series.plans:

        def tell(games: int, before: int = done) -> None:
            if progress:
                progress(before + games)

        series.results.append(_match(plan, series.entrants, jailer, tell))
        done += plan.games


def _match(
    plan: Plan, entrants: Sequence[Entrant], jailer: Jailer, tell: Callable[[int], None]
) -> MatchResult:
    """One match; when the machine fails it is played again, as on the platform."""
    for _ in range(TRIES - 1):
        try:
            return play(plan, entrants, jailer, progress=tell)
        except HostFailure:
            continue
    return play(plan, entrants, jailer, progress=tell)

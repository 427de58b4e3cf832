"""A series of matches on this machine: its options, its plans, and what was played of it."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.matches.referee.referee import Entrant, Fault, Plan, match_points
from arena.ratings import paired
from arena.ratings.paired import Difference
from engine import catalogue
from engine.dominion import CARDS
from engine.dominion.kingdoms import find_recommended
from engine.game import BadConfig, GameInfo
from kit.errors import BadInput, suggestion
from kit.play.played import NOT_PLAYED, PlayedGame, PlayedMatch
from kit.program import PROGRAM
from sandbox.limits import Limits

MOST_GAMES = 1_000_000
RANDOM = "random"  # the kingdom that is dealt anew for each match


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
        dealt = {plan.seed: random_kingdom(plan) for plan in self.plans}
        return {seed: kingdom for seed, kingdom in dealt.items() if kingdom}

    def tallies(self) -> list[Tally]:
        seats = range(self.plans[0].seats)
        tallies = [
            Tally(entrant.name, seats=[SeatTally() for _ in seats]) for entrant in self.entrants
        ]
        for result in self.results:
            for game in result.games:
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
        others = [bot for bot in range(len(self.entrants)) if bot != best]
        # Either of two may lead by chance, and each of the others is a comparison of its own.
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
                {
                    "seed": seed,
                    "seating": game.seating,
                    "scores": game.scores,
                    "ranks": game.ranks,
                    "reason": game.reason,
                    "decisions": game.decisions,
                    "cpu": game.cpu,
                    "output": game.output,
                }
                for seed, game in self.games
            ],
            "faults": [
                {"bot": self.entrants[fault.entrant].name, "seed": seed, **asdict(fault)}
                for seed, fault in self.faults
            ],
            **(self.results[0].jail if self.results else NOT_PLAYED),
        }


def points_by_seat(game: PlayedGame) -> list[float]:
    return match_points([(range(len(game.ranks)), game.ranks)])


# --- options ------------------------------------------------------------------------------------
def draw_seed() -> int:
    """Draw a seed that is short enough to type again."""
    return secrets.randbelow(2**31)


def require_game(game: str) -> GameInfo:
    """Return what is known of this game. Raises BadInput."""
    known = catalogue.games()
    if game not in known:
        names = ", ".join(known)
        raise BadInput(f"unknown game {game!r}.{suggestion(game, known)} The games are: {names}.")
    return known[game]


def read_config(
    game: str, options: Sequence[str], kingdom: str | None = None, sets: str | None = None
) -> dict[str, Any]:
    """Read `--config`, `--kingdom` and `--sets`. Raises BadInput.

    Each of the options is a JSON object, or name=value with a value of JSON or plain text.
    """
    config: dict[str, Any] = {}
    for option in options:
        if option.lstrip().startswith("{"):
            try:
                config |= json.loads(option)
            except (ValueError, RecursionError) as error:
                raise BadInput(f"--config {option}: not valid JSON ({error})") from error
        else:
            name, equals, text = option.partition("=")
            if not equals or not name:
                raise BadInput(f"--config {option}: use name=value, or a JSON object in quotes")
            config[name] = _read_value(game, name, text)
    return apply_kingdom(config, kingdom, sets)


def _read_value(game: str, name: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = text
    option = require_game(game).config.get(name)
    if option and isinstance(value, str):
        # Names of kingdoms have commas, too, but are among the choices.
        is_list = isinstance(option.default, list) or ("," in value and not option.choices)
        return split_commas(value) if is_list else value
    return value


def apply_kingdom(
    config: dict[str, Any], kingdom: str | None = None, sets: str | None = None
) -> dict[str, Any]:
    """Return the config with `--kingdom` and `--sets`. Raises BadInput."""
    options = dict(config)
    if kingdom is not None:
        cards = [] if find_recommended(kingdom) else split_commas(kingdom)
        options["kingdom"] = cards if len(cards) > 1 else kingdom
    if sets is not None:
        options["sets"] = split_commas(sets)
        if options.setdefault("kingdom", RANDOM) != RANDOM:
            raise BadInput("--sets is for random kingdoms: remove --kingdom, or set it to random")
    return options


def split_commas(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


# --- plans --------------------------------------------------------------------------------------
def plans(game: str, *, seats: int, games: int, seed: int, config: dict[str, Any]) -> list[Plan]:
    """Plan full rounds of seats, then single games; match n has seed `seed + n`.

    Raises BadInput.
    """
    require_game(game)
    if games > MOST_GAMES:
        raise BadInput(f"{games:,} games are more than can be planned: at most {MOST_GAMES:,}")
    try:
        catalogue.new(game, seats=seats, seed=seed, config=config)
    except BadConfig as error:
        raise BadInput(f"{error}.{suggest_kingdom(game, config)} See: {PROGRAM} games") from error
    return _in_rounds(Plan(game, config, seats, 1, seed, Limits()), games)


def plans_from_position(position: dict[str, Any], *, games: int, seed: int) -> list[Plan]:
    """Plan as `plans` does, but from the end of this record, with nothing shuffled anew."""
    seats = position["seats"]
    base = Plan(position["game"], position["config"], seats, 1, seed, Limits(), shuffled=False)
    return _in_rounds(replace(base, position=position), games)


def _in_rounds(base: Plan, games: int) -> list[Plan]:
    rounds, rest = divmod(games, base.seats)
    sizes = [base.seats] * rounds + [1] * rest
    return [replace(base, games=size, seed=base.seed + n) for n, size in enumerate(sizes)]


def suggest_kingdom(game: str, config: dict[str, Any]) -> str:
    """Suggest what an unknown kingdom may have meant: another kingdom, or a set."""
    known, kingdom = catalogue.info(game).config, config.get("kingdom")
    if "kingdom" not in known or not isinstance(kingdom, str):
        return ""
    if "sets" in known and kingdom.lower() in known["sets"].choices:
        return f" For random kingdoms of that set, use --sets {kingdom.lower()}."
    names = known["kingdom"].choices
    return "" if kingdom in names else suggestion(kingdom, names)


def random_kingdom(plan: Plan) -> str | None:
    """Return the kingdom that is dealt, as `--kingdom` takes it; None if it is not random."""
    if plan.config.get("kingdom") != RANDOM or plan.position is not None:
        return None
    deal = catalogue.new(plan.game, seats=plan.seats, seed=plan.seed, config=plan.config, log=False)
    view = deal.view(None)
    piles, bane = view["supply"], view.get("bane")
    kingdom = [name for name in piles if CARDS[name].expansion != "basic" and name != bane]
    beside = ["Platinum and Colony"] * ("Colony" in piles) + [f"the Bane {bane}"] * bool(bane)
    return ", ".join(kingdom) + (f" (with {' and '.join(beside)})" if beside else "")

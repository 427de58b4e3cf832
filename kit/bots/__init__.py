"""House bots, each one file like an upload."""

from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from engine import catalogue

FOLDER = Path(__file__).parent
EVERY_GAME = tuple(catalogue.FOLDERS)
DOMINION, KINGDOMINO = ("dominion",), ("kingdomino",)
FAULTY = ("stumbler", "slowpoke")  # on purpose: no opponents to measure by


@dataclass(frozen=True)
class HouseBot:
    """`name` is for the command line, `title` for people, `needs` are packages."""

    name: str
    title: str
    description: str
    games: tuple[str, ...]
    path: Path
    needs: tuple[str, ...] = ()

    def missing(self, runtime: Path | None) -> list[str]:
        """Return the packages that a runtime would have to have, too."""
        known = distributions(path=[str(runtime)]) if runtime else ()
        names = {distribution.name for distribution in known}
        return [name for name in self.needs if name not in names]


TITLES = {
    "random": ("Random", "Picks a random legal answer.", EVERY_GAME),
    "big-money": ("Big Money", "Buys Provinces, Gold and Silver, and no Actions.", DOMINION),
    "pile-rush": ("Pile Rush", "Starts with money, then empties the cheap piles.", DOMINION),
    "village-market": (
        "Village Market", "Builds an engine from villages and Actions that draw or pay.", DOMINION,
    ),
    "big-money-smithy": (
        "Big Money with Smithy", "Big Money plus a few cards that draw.", DOMINION,
    ),
    "chapel-engine": (
        "Chapel Engine", "Trashes its weak cards and plays what is left each turn.", DOMINION,
    ),
    "militia": ("Militia", "Big Money plus the best attack of the kingdom.", DOMINION),
    "double-witch": (
        "Double Witch", "Big Money plus two cards that hand out Curses.", DOMINION,
    ),
    "colony-money": (
        "Colony Money", "Platinum and Colonies, with a few cards that draw.", DOMINION,
    ),
    "tuned-money": (
        "Tuned Money", "Finds the Action that goes best with money here.", DOMINION,
    ),
    "rollout": (
        "Rollout", "Finds its plan, then its purchases, by playing imagined games.", DOMINION,
    ),
    "stumbler": ("Stumbler", "Big Money that sometimes crashes.", DOMINION),
    "slowpoke": ("Slowpoke", "Big Money that sometimes exceeds its time limit.", DOMINION),
    "greedy": ("Greedy", "Picks and places the domino that scores most right away.", KINGDOMINO),
    "look-ahead": (
        "Look-ahead", "Considers shape, turn order and the opponents' gain.", KINGDOMINO,
    ),
    "monte-carlo": (
        "Monte Carlo", "Simulates many random games from each option.", KINGDOMINO,
    ),
    "learnt": ("Learnt", "Judges kingdoms by a net trained in games of its own.", KINGDOMINO),
    "uct": ("UCT", "Monte Carlo that remembers which answers led where.", KINGDOMINO),
}  # fmt: skip
NEEDS = {"learnt": ("numpy",)}


def house_bots(game: str | None = None) -> dict[str, HouseBot]:
    """By name, weak ones first (bench.house_bots); of one game if given."""
    bots = {}
    for name, (title, description, games) in TITLES.items():
        if game is None or game in games:
            stem = "random_bot" if name == "random" else name.replace("-", "_")
            path = FOLDER / f"{stem}.py"
            bots[name] = HouseBot(name, title, description, games, path, NEEDS.get(name, ()))
    return bots

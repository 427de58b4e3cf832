"""House bots, each one file like an upload."""

from dataclasses import dataclass
from pathlib import Path

from engine import catalogue

FOLDER = Path(__file__).parent
EVERY_GAME = tuple(catalogue.FOLDERS)
DOMINION, KINGDOMINO = ("dominion",), ("kingdomino",)


@dataclass(frozen=True)
class HouseBot:
    """`name` is for the command line, `title` for people."""

    name: str
    title: str
    description: str
    games: tuple[str, ...]
    path: Path


TITLES = {
    "random": ("Random", "Any legal answer, each equally likely.", EVERY_GAME),
    "big-money": ("Big Money", "Provinces, Gold and Silver, and not one Action.", DOMINION),
    "big-money-smithy": (
        "Big Money with Smithy", "Big Money with a few cards that draw.", DOMINION,
    ),
    "militia": ("Militia", "Money, and the best attack of the kingdom.", DOMINION),
    "village-market": (
        "Village Market", "An engine: villages, and Actions that draw and pay.", DOMINION,
    ),
    "pile-rush": ("Pile Rush", "Money at first, then it empties the small piles.", DOMINION),
    "stumbler": ("Stumbler", "Big Money that crashes now and then.", DOMINION),
    "slowpoke": ("Slowpoke", "Big Money that sometimes thinks beyond its clock.", DOMINION),
    "greedy": ("Greedy", "The domino, and the place for it, that add most at once.", KINGDOMINO),
    "look-ahead": (
        "Look-ahead", "Weighs shape, turn order, and what others would gain.", KINGDOMINO,
    ),
    "monte-carlo": (
        "Monte Carlo", "Plays on from each option in many imagined games.", KINGDOMINO,
    ),
}  # fmt: skip


def house_bots(game: str | None = None) -> dict[str, HouseBot]:
    """By name, simple ones first; of one game if given."""
    return {
        name: HouseBot(name, title, description, games, FOLDER / _file(name))
        for name, (title, description, games) in TITLES.items()
        if game is None or game in games
    }


def _file(name: str) -> str:
    return "random_bot.py" if name == "random" else name.replace("-", "_") + ".py"

"""The house bots: samples to play against and to copy. Each is one file, as an upload is."""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class HouseBot:
    """A sample bot: its name on the command line, how people call it, and its file."""

    name: str
    title: str
    description: str
    path: Path


TITLES = {
    "random": ("Random", "Any legal answer, each equally likely."),
    "big-money": ("Big Money", "Provinces, Gold and Silver, and not one Action."),
    "big-money-smithy": ("Big Money with Smithy", "Big Money with a few cards that draw."),
    "militia": ("Militia", "Money, and the best attack of the kingdom."),
    "village-market": ("Village Market", "An engine: villages, and Actions that draw and pay."),
    "pile-rush": ("Pile Rush", "Money at first, then it empties the small piles."),
    "stumbler": ("Stumbler", "Big Money that crashes now and then."),
    "slowpoke": ("Slowpoke", "Big Money that sometimes thinks beyond its clock."),
}


def house_bots() -> dict[str, HouseBot]:
    """The house bots by name, simple ones first."""
    return {
        name: HouseBot(name, title, description, FOLDER / _file(name))
        for name, (title, description) in TITLES.items()
    }


def _file(name: str) -> str:
    return "random_bot.py" if name == "random" else name.replace("-", "_") + ".py"

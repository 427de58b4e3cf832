"""Kingdoms on the command line."""

from typing import Any

from arena.matches.referee.referee import Plan
from engine import catalogue
from engine.dominion import CARDS
from engine.dominion.kingdoms import recommended
from kit.errors import BadInput, suggestion

RANDOM = "random"


def apply_options(
    config: dict[str, Any], kingdom: str | None = None, sets: str | None = None
) -> dict[str, Any]:
    """Apply `--kingdom` and `--sets` to a config. Raises BadInput."""
    options = dict(config)
    if kingdom is not None:
        cards = [] if recommended(kingdom) else split_commas(kingdom)
        options["kingdom"] = cards if len(cards) > 1 else kingdom
    if sets is not None:
        options["sets"] = split_commas(sets)
        if options.setdefault("kingdom", RANDOM) != RANDOM:
            raise BadInput("--sets is for random kingdoms: remove --kingdom, or set it to random")
    return options


def split_commas(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def suggest(game: str, config: dict[str, Any]) -> str:
    """Suggest a kingdom or set."""
    known, kingdom = catalogue.info(game).config, config.get("kingdom")
    if "kingdom" not in known or not isinstance(kingdom, str):
        return ""
    if "sets" in known and kingdom.lower() in known["sets"].choices:
        return f" For random kingdoms of that set, use --sets {kingdom.lower()}."
    names = known["kingdom"].choices
    return "" if kingdom in names else suggestion(kingdom, names)


def random_kingdom(plan: Plan) -> str | None:
    """As `--kingdom` takes it; None: not random."""
    if plan.config.get("kingdom") != RANDOM or plan.position is not None:
        return None
    deal = catalogue.new(plan.game, seats=plan.seats, seed=plan.seed, config=plan.config, log=False)
    view = deal.view(None)
    piles, bane = view["supply"], view.get("bane")
    kingdom = [name for name in piles if CARDS[name].expansion != "basic" and name != bane]
    beside = ["Platinum and Colony"] * ("Colony" in piles) + [f"the Bane {bane}"] * bool(bane)
    return ", ".join(kingdom) + (f" (with {' and '.join(beside)})" if beside else "")

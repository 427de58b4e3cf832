"""Kingdoms on the command line, for games whose options name one: asked for, meant, and drawn."""

from typing import Any

from arena.match.referee import Plan
from engine import catalogue
from engine.dominion import CARDS
from kit.errors import BadInput, suggestion

RANDOM = "random"


def chosen(
    config: dict[str, Any], kingdom: str | None = None, sets: str | None = None
) -> dict[str, Any]:
    """A configuration with what `--kingdom` and `--sets` say. Raises BadInput."""
    options = dict(config)
    if kingdom is not None:
        cards = listed(kingdom)
        options["kingdom"] = cards if len(cards) > 1 else kingdom
    if sets is not None:
        options["sets"] = listed(sets)
        if options.setdefault("kingdom", RANDOM) != RANDOM:
            raise BadInput("--sets is for random kingdoms: leave out --kingdom, or make it random")
    return options


def listed(words: str) -> list[str]:
    """Words with commas between them."""
    return [word.strip() for word in words.split(",") if word.strip()]


def meant(game: str, config: dict[str, Any]) -> str:
    """What was perhaps meant by the name of a kingdom that there is not."""
    known, kingdom = catalogue.info(game).config, config.get("kingdom")
    if "kingdom" not in known or not isinstance(kingdom, str):
        return ""
    if "sets" in known and kingdom.lower() in known["sets"].choices:
        return f" For random kingdoms of that set write --sets {kingdom.lower()}."
    names = known["kingdom"].choices
    return "" if kingdom in names else suggestion(kingdom, names)


def drawn(plan: Plan) -> str | None:
    """The kingdom of a deal that drew one, as `--kingdom` takes it, and whether Colonies are
    added; None where none was drawn."""
    if plan.config.get("kingdom") != RANDOM:
        return None
    deal = catalogue.new(plan.game, seats=plan.seats, seed=plan.seed, config=plan.config, log=False)
    piles = deal.view(None)["supply"]
    cards = ", ".join(name for name in piles if CARDS[name].expansion != "basic")
    return f"{cards} (with Platinum and Colony)" if "Colony" in piles else cards

"""The cards, one module an expansion. Importing this package makes them known by name."""

from importlib import import_module

from engine.dominion.card import EXPANSIONS

for _expansion in EXPANSIONS:
    if _expansion != "prizes":  # they come with Cornucopia
        import_module(f"{__name__}.{_expansion}")

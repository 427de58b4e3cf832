"""The cards, one module an expansion, or two. Importing this package makes them known by name."""

from importlib import import_module

from engine.dominion.card import EXPANSIONS

MORE = ("seaside_dear",)  # second modules of expansions

for _module in (*EXPANSIONS, *MORE):
    import_module(f"{__name__}.{_module}")

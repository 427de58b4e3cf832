"""The cards, one file an expansion. Importing this package makes them known by name."""

from engine.dominion.cards import base, basic, hinterlands, prosperity

__all__ = ["base", "basic", "hinterlands", "prosperity"]

"""Dominion on the site: its cards, kingdoms and rulings, and what its pages and boards say."""

from website.games.dominion.site_game import SITE_GAME

__all__ = ["SITE_GAME"]

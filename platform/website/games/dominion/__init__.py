"""Dominion on the site."""

from website.games.dominion.site_game import SITE_GAME

__all__ = ["SITE_GAME"]

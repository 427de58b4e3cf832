"""Kingdomino on the site."""

from website.games.kingdomino.site_game import SITE_GAME

__all__ = ["SITE_GAME"]

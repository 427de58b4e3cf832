"""Kingdomino on the site: its dominoes, variants and kingdoms, and what it says."""

from website.games.kingdomino.site_game import SITE_GAME

__all__ = ["SITE_GAME"]

"""Registers the tiny game when an interpreter begins."""

from engine import catalogue
from website.games import MODULES

catalogue.FOLDERS["tiny"] = "tests.tiny"
MODULES["tiny"] = "tests.tiny.site_game"

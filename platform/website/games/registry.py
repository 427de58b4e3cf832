"""Finding a game by its name."""

from importlib import import_module

from django.http import Http404, HttpRequest

from engine import catalogue
from website.games import MODULES
from website.games.contract import SiteGame


def site_game(name: str) -> SiteGame:
    """Return the game of that name, with the catalogue's defaults where it has no module."""
    if name in catalogue.FOLDERS and name in MODULES:
        found: SiteGame = import_module(MODULES[name]).SITE_GAME
        return found
    return SiteGame(name)


def site_games() -> list[SiteGame]:
    """Return every game of the catalogue."""
    return [site_game(name) for name in catalogue.FOLDERS]


def asked_game(request: HttpRequest) -> SiteGame | None:
    """Return the game to which the address narrows a list; Http404 for an unknown one."""
    name = request.GET.get("game")
    if not name:
        return None
    if name not in catalogue.FOLDERS:
        raise Http404
    return site_game(name)

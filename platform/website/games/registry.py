"""Finding a game by its name."""

from importlib import import_module

from django.http import Http404, HttpRequest

from engine import catalogue
from website.games import MODULES
from website.games.contract import SiteGame


def site_game(name: str) -> SiteGame:
    """Return the game of that name, its module's or a default one."""
    if name in catalogue.FOLDERS and name in MODULES:
        game: SiteGame = import_module(MODULES[name]).SITE_GAME
        return game
    return SiteGame(name)


def site_games() -> list[SiteGame]:
    return [site_game(name) for name in catalogue.FOLDERS]


def asked_game(request: HttpRequest) -> SiteGame | None:
    """Return the game in the address, if any; Http404 for an unknown one."""
    name = request.GET.get("game")
    if not name:
        return None
    if name not in catalogue.FOLDERS:
        raise Http404
    return site_game(name)

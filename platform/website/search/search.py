"""Search the whole site."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from website.search import texts
from website.search.results import Asked, Result
from website.search.rows import BOT, COMPETITIONS, MOST, PERSON, Viewer, can_be_similar

FIRST = 10  # results of a group, if all groups are shown


@dataclass(frozen=True)
class Group:
    """Results of one kind, the best first."""

    name: str
    title: Promise | str
    results: list[Result]
    count: int

    @property
    def is_more(self) -> bool:
        """Return whether there may be more than were counted."""
        return self.count >= MOST

    @property
    def has_hidden(self) -> bool:
        return self.count > len(self.results)


SOURCES = {"bots": [BOT], "people": [PERSON], "competitions": COMPETITIONS}
TITLES: dict[str, Promise | str] = {
    "bots": _("Bots"),
    "people": _("People"),
    "competitions": _("Competitions"),
    "cards": _("Cards"),
    "handbook": _("Handbook"),
}


def search(text: str, viewer: Viewer, *, only: str = "") -> list[Group]:
    """Return groups with results, the one with the best first; `only` one, and then all of it.

    Similar names are looked for if nothing has the words.
    """
    asked = Asked(text)
    if not asked.words:
        return []
    names, most = ([only], MOST) if only else (list(TITLES), FIRST)
    groups = [_group(name, _find(name, asked, viewer), most) for name in names]
    if not any(group.results for group in groups):
        trigrams = can_be_similar(asked.text)
        groups = [_group(name, _similar(name, asked, viewer, trigrams), most) for name in names]
    return sorted((group for group in groups if group.results), key=lambda one: -one.results[0].fit)


def _find(name: str, asked: Asked, viewer: Viewer) -> Iterator[Result]:
    if name == "cards":
        yield from texts.cards(asked)
    elif name == "handbook":
        yield from texts.handbook(asked)
    for source in SOURCES.get(name, ()):
        yield from source.find(asked, viewer)


def _similar(name: str, asked: Asked, viewer: Viewer, trigrams: bool) -> Iterator[Result]:
    if name == "cards":
        yield from texts.similar_cards(asked)
    for source in SOURCES.get(name, ()) if trigrams else ():
        yield from source.find_similar(asked, viewer)


def _group(name: str, found: Iterable[Result], most: int) -> Group:
    best = sorted(found, key=lambda result: result.order)[:MOST]
    return Group(name, TITLES[name], best[:most], len(best))

"""The handbook's contents, in order; `NAME.de.md` is the German version of `NAME.md`."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from website.docs.markdown import Page, render


class Doc(NamedTuple):
    """A document below docs/."""

    slug: str
    title: Promise | str
    about: Promise | str

    def path(self, language: str | None) -> Path:
        """Return the file in that language, else in English."""
        folder = settings.ROOT / "docs"
        own: Path = folder / f"{self.slug}.{language}.md"
        return own if own.exists() else folder / f"{self.slug}.md"

    def is_in(self, language: str | None) -> bool:
        return language == "en" or self.path(language) != self.path("en")

    @property
    def page(self) -> Page:
        """Return the page in the reader's language."""
        return _rendered(self.path(get_language()))


class Door(NamedTuple):
    """A link to another page."""

    url_name: str
    title: Promise | str
    about: Promise | str


class Shelf(NamedTuple):
    title: Promise | str
    docs: list[Doc]
    doors: tuple[Door, ...] = ()


SHELVES = [
    Shelf(
        _("For authors of bots"),
        [
            Doc("bot-authors", _("Write a bot"), _("From five minutes to a search.")),
            Doc("ratings", _("What the rating means"), _("Interval, rank and what moves them.")),
            Doc("protocol", _("The protocol"), _("Every message between referee and bot.")),
            Doc("api", _("The API"), _("Upload, challenge and read results by program.")),
            Doc("accounts", _("Notices and webhooks"), _("How you hear of what happened.")),
        ],
        (
            Door(
                "docs:decisions",
                _("Kinds of decisions"),
                _("Everything that a bot is asked, with an example each."),
            ),
            Door("api:index", _("The API, call by call"), _("Every address, to try it out.")),
        ),
    ),
    Shelf(
        _("The games"),
        [
            Doc("rules-dominion", _("Dominion in short"), _("The rules on one page.")),
            Doc("rules-kingdomino", _("Kingdomino in short"), _("The rules on one page.")),
            Doc(
                "kingdomino",
                _("Kingdomino, exactly"),
                _("How the engine reads rules and variants."),
            ),
            Doc("rulings", _("Rulings"), _("Where Dominion's rulebooks leave a question.")),
        ],
        (
            Door("cards:index", _("Cards"), _("Every card of Dominion with its text.")),
            Door("cards:kingdoms", _("Kingdoms"), _("The recommended sets of ten.")),
            Door("dominoes:index", _("Dominoes"), _("All 48 of Kingdomino.")),
        ),
    ),
    Shelf(
        _("For those who run a platform"),
        [
            Doc("operators", _("Run it"), _("Settings, machines, backups, what can go wrong.")),
            Doc("security", _("Security"), _("What keeps strangers' code in its jail.")),
        ],
    ),
    Shelf(
        _("Why it is built so"),
        [
            Doc("decisions/engine", _("The engine"), _("Rules as data.")),
            Doc("decisions/jail", _("The jail"), _("How bots start fast and stay inside.")),
            Doc("decisions/languages", _("Languages"), _("Bots in other languages than Python.")),
            Doc("decisions/queue", _("The queue"), _("Why no result is lost.")),
            Doc("decisions/matchmaking", _("Matchmaking"), _("Who meets whom, and why.")),
            Doc("decisions/ratings", _("Ratings"), _("What is computed, and computed again.")),
            Doc("decisions/tournaments", _("Tournaments"), _("Pairings and tie-breaks.")),
            Doc("decisions/storage", _("Storage"), _("What is kept, and how it is backed up.")),
            Doc("decisions/leagues", _("Leagues"), _("Seasons by the calendar.")),
            Doc("decisions/people", _("People"), _("Games against bots, and live matches.")),
            Doc("decisions/pages", _("Pages"), _("How one process answers all.")),
        ],
    ),
]
DOCS = {doc.slug: doc for shelf in SHELVES for doc in shelf.docs}


@cache
def _rendered(path: Path) -> Page:
    folder = path.parent.relative_to(settings.ROOT / "docs").as_posix()
    return render(path.read_text(encoding="utf-8"), known=DOCS, folder=folder)

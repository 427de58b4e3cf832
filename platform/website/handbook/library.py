"""The handbook's contents, in order, and the old addresses of pages that were split.

`NAME.de.md` is the German version of `NAME.md`.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from website.handbook.markdown import Page, render


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
        return self.page_in(get_language())

    def page_in(self, language: str | None) -> Page:
        return _render(self.path(language), language if self.is_in(language) else "en")


class Link(NamedTuple):
    """A link to another page."""

    url_name: str
    title: Promise | str
    about: Promise | str


class Section(NamedTuple):
    title: Promise | str
    docs: list[Doc]
    links: tuple[Link, ...] = ()


SECTIONS = [
    Section(
        _("Write a bot"),
        [
            Doc("bots/first-steps", _("First steps"), _("A bot in five minutes.")),
            Doc("bots/tutorial", _("Tutorial"), _("One bot, made better in five steps.")),
            Doc("bots/testing", _("Test on your machine"), _("Play, watch, and ask again.")),
            Doc("bots/common-mistakes", _("Common mistakes"), _("What a message means.")),
            Doc("bots/searching", _("A bot that searches"), _("Let imagined games decide.")),
            Doc("bots/other-languages", _("Other languages"), _("JavaScript, C and more.")),
            Doc("bots/learning", _("Learning environments"), _("For reinforcement learning.")),
            Doc("bots/house-bots", _("House bots"), _("From weak to strong, with their lessons.")),
            Doc("bots/data", _("Data of games"), _("Every decision, to learn from or to count.")),
        ],
    ),
    Section(
        _("Reference for bot authors"),
        [
            Doc("bots/reference", _("Reference"), _("Decisions, answers, SDK and limits.")),
            Doc("bots/dominion", _("What Dominion asks"), _("Kinds of decisions, view, cards.")),
            Doc("bots/kingdomino", _("What Kingdomino asks"), _("Places, picks and the engine.")),
            Doc("protocol", _("The protocol"), _("Every message between referee and bot.")),
        ],
        (
            Link(
                "handbook:decisions",
                _("Kinds of decisions"),
                _("Every question a bot can be asked, with an example."),
            ),
        ),
    ),
    Section(
        _("On the site"),
        [
            Doc("bots/on-the-site", _("Your bot on the site"), _("Ladders, results and tests.")),
            Doc("ratings", _("What the rating means"), _("Interval, rank, and what changes them.")),
            Doc("api", _("The API"), _("Upload, challenge and read results from a program.")),
            Doc("accounts", _("Notifications and webhooks"), _("How to stay informed.")),
        ],
        (
            Link("api:index", _("API reference"), _("Every endpoint, to try it out.")),
            Link("llms", _("For coding assistants"), _("Rules, protocol and ladders as Markdown.")),
        ),
    ),
    Section(
        _("The games"),
        [
            Doc("rules-dominion", _("Dominion in brief"), _("The rules on one page.")),
            Doc("rules-kingdomino", _("Kingdomino in brief"), _("The rules on one page.")),
            Doc(
                "kingdomino",
                _("Kingdomino in detail"),
                _("How the engine implements rules and variants."),
            ),
            Doc("rulings", _("Rulings"), _("Questions that Dominion's rulebooks leave open.")),
        ],
        (
            Link("cards:index", _("Cards"), _("Every Dominion card with its text.")),
            Link("cards:kingdoms", _("Kingdoms"), _("The recommended sets of ten cards.")),
            Link("dominoes:index", _("Dominoes"), _("All 48 dominoes of Kingdomino.")),
        ),
    ),
    Section(
        _("For operators"),
        [
            Doc("operators", _("Run a platform"), _("Start, settings, proxy, email and logins.")),
            Doc("operators/data", _("Data and backup"), _("What is stored, and how to save it.")),
            Doc(
                "operators/jail",
                _("The jail and its languages"),
                _("What it needs, and what bots may use."),
            ),
            Doc(
                "operators/many-machines",
                _("Many machines"),
                _("By hand, with compose, and more hosts."),
            ),
            Doc(
                "operators/monitoring",
                _("Health, logs and metrics"),
                _("How to see that the platform runs."),
            ),
            Doc("security", _("Security"), _("What keeps foreign code in its jail.")),
        ],
    ),
    Section(
        _("Design decisions"),
        [
            Doc("architecture", _("Architecture"), _("The map of the code.")),
            Doc("decisions/engine", _("The engine"), _("Rules as data.")),
            Doc("decisions/jail", _("The jail"), _("How bots start fast and stay isolated.")),
            Doc("decisions/languages", _("Languages"), _("Bots in languages other than Python.")),
            Doc("decisions/queue", _("The queue"), _("Why no result is lost.")),
            Doc("decisions/matchmaking", _("Matchmaking"), _("How opponents are chosen.")),
            Doc(
                "decisions/ratings", _("Ratings"), _("What is computed, and when it is recomputed.")
            ),
            Doc("decisions/tournaments", _("Tournaments"), _("Pairings and tie-breaks.")),
            Doc("decisions/storage", _("Storage"), _("What is kept, and how it is backed up.")),
            Doc("decisions/leagues", _("Leagues"), _("Seasons on a schedule.")),
            Doc("decisions/people", _("People"), _("Games against bots, and live matches.")),
            Doc("decisions/pages", _("Pages"), _("How one process serves every visitor.")),
            Doc("evidence", _("Figures beside others'"), _("What others measured, and we again.")),
        ],
    ),
]
DOCS = {doc.slug: doc for section in SECTIONS for doc in section.docs}


def around(doc: Doc) -> tuple[Doc | None, Doc | None]:
    """Return the documents before and after it."""
    docs = [None, *DOCS.values(), None]
    at = docs.index(doc)
    return docs[at - 1], docs[at + 1]


@cache
def _render(path: Path, language: str | None) -> Page:
    folder = path.parent.relative_to(settings.ROOT / "docs").as_posix()
    text = path.read_text(encoding="utf-8")
    return render(text, known=DOCS, folder=folder, language=language or "en")


class Split(NamedTuple):
    """The page at an old address or in its place; `sections` that are elsewhere: `page#anchor`."""

    page: str
    sections: dict[str, str]


SPLIT = {
    "bot-authors": Split(
        "bots/first-steps",
        {
            "decisions": "bots/reference#decisions",
            "the-sdk": "bots/reference#the-sdk",
            "dominion": "bots/dominion",
            "kingdomino": "bots/kingdomino",
            "test-on-your-machine": "bots/testing",
            "watch-a-game": "bots/testing#watch-a-game",
            "embed-a-replay": "bots/testing#embed-a-replay",
            "play-on-from-a-position": "bots/testing#play-on-from-a-position",
            "play-against-your-bot": "bots/testing#play-against-your-bot",
            "ask-a-bot-one-question-again": "bots/testing#ask-a-bot-one-question-again",
            "search": "bots/searching",
            "other-languages": "bots/other-languages",
            "time-memory-faults": "bots/reference#time-memory-faults",
            "ladders": "bots/on-the-site#ladders",
            "ratings": "bots/on-the-site#ratings",
            "your-bots-page": "bots/on-the-site#your-bots-page",
            "the-gauntlet": "bots/on-the-site#the-gauntlet",
        },
    ),
    "operators": Split(
        "operators",
        {
            "data": "operators/data#data",
            "search": "operators/data#search",
            "backup": "operators/data#backup",
            "storage": "operators/data#storage",
            "checks-of-uploads": "operators/jail#checks-of-uploads",
            "the-jail": "operators/jail#the-jail",
            "the-staging-folder": "operators/jail#the-staging-folder",
            "containers": "operators/jail#containers",
            "languages": "operators/jail#languages",
            "runtimes": "operators/jail#runtimes",
            "many-machines": "operators/many-machines",
            "by-hand": "operators/many-machines#by-hand",
            "with-compose": "operators/many-machines#with-compose",
            "more-hosts": "operators/many-machines#more-hosts",
            "uploads-in-a-bucket": "operators/many-machines#uploads-in-a-bucket",
            "health": "operators/monitoring#health",
            "logs": "operators/monitoring#logs",
            "metrics-and-alerts": "operators/monitoring#metrics-and-alerts",
        },
    ),
}


class Moved(NamedTuple):
    """A section that was here."""

    anchor: str
    doc: Doc
    url: str


def moved_from(page: str) -> list[Moved]:
    """Return the sections whose old addresses lead to this page."""
    moved = []
    for split in SPLIT.values():
        if split.page == page:
            for anchor, target in split.sections.items():
                slug, hash_sign, new_anchor = target.partition("#")
                url = reverse("handbook:page", args=[slug]) + hash_sign + new_anchor
                moved.append(Moved(anchor, DOCS[slug], url))
    return moved

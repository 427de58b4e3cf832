"""Old addresses: pages that were split, and where their sections are now."""

from typing import NamedTuple

from django.urls import reverse

from website.handbook.library import DOCS, Doc


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
    found = [split.sections for split in SPLIT.values() if split.page == page]
    return [
        _moved_anchor(anchor, target) for sections in found for anchor, target in sections.items()
    ]


def _moved_anchor(anchor: str, target: str) -> Moved:
    slug, hash_sign, there = target.partition("#")
    return Moved(anchor, DOCS[slug], reverse("handbook:page", args=[slug]) + hash_sign + there)

"""The handbook's pages: documents, kinds of decisions, and /llms.txt for coding assistants."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from arena.models import Ladder
from engine import catalogue
from kit.handbook import read_page
from website.games.contract import SiteGame
from website.games.registry import site_game
from website.handbook.colours import highlight_code
from website.handbook.library import DOCS, SECTIONS, SPLIT, around, moved_from
from website.ladders import board
from website.ladders.as_markdown import KIND, literal
from website.site.http import viewer
from website.site.page_cache import cached_page
from website.templatetags.kingsbench import pretty_json


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/index.html", {"sections": SECTIONS})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a document, in the reader's language if possible; an old address leads to the new."""
    doc = DOCS.get(slug)
    if doc is None and slug in SPLIT:  # browsers keep the anchor
        return redirect("handbook:page", SPLIT[slug].page, permanent=True)
    if doc is None:
        raise Http404
    previous, following = around(doc)
    context = {
        "doc": doc,
        "sections": SECTIONS,
        "is_translated": doc.is_in(get_language()),
        "previous": previous,
        "following": following,
        "moved": moved_from(slug),
    }
    return render(request, "handbook/page.html", context)


@require_safe
def source(_request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with a document as Markdown, in English, for coding assistants."""
    if slug not in DOCS:
        raise Http404
    return HttpResponse(read_page(settings.ROOT, slug), content_type="text/markdown; charset=utf-8")


@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    return render(request, "handbook/decisions.html", {"games": games(), "sections": SECTIONS})


DECISION_KINDS = "decision_kinds.json"  # in docs/; written and checked by a test


class Example(NamedTuple):
    kind: str
    words: str
    decision: dict[str, Any]
    picks: list[int]

    @property
    def coloured(self) -> SafeString:
        return highlight_code(pretty_json(self.decision), "json")

    @property
    def picked(self) -> list[Any]:
        return [self.decision["options"][pick] for pick in self.picks]


class Asked(NamedTuple):
    """A game with all that it asks."""

    shows: SiteGame
    examples: list[Example]


@cache
def games() -> list[Asked]:
    known = json.loads((settings.ROOT / "docs" / DECISION_KINDS).read_text(encoding="utf-8"))
    asked = []
    for game in catalogue.FOLDERS:
        if game in known:
            kinds = catalogue.info(game).kinds.items()
            examples = [Example(kind, question, **known[game][kind]) for kind, question in kinds]
            asked.append(Asked(site_game(game), examples))
    return asked


COMMANDS = """\
    pip install kingsbench
    kingsbench new my_bot.py              # a first bot, AGENTS.md and a test
    kingsbench play my_bot.py big-money   # games against a house bot, the same for one --seed
    kingsbench lint my_bot.py             # would it pass the check?
    kingsbench duel new.py old.py         # is the new one better? keep a copy of the old one first
    kingsbench gauntlet my_bot.py         # against all house bots
    kingsbench docs                       # this handbook
    kingsbench games                      # every option and kind of decision
    kingsbench COMMAND --help             # options and examples; --json for programs
"""


@require_safe
@cached_page()
def llms(request: HttpRequest) -> HttpResponse:
    """Tell coding assistants where rules, protocol, commands and ladders are."""
    site = request.build_absolute_uri("/").rstrip("/")
    with translation.override("en"):
        text = "\n".join(_llms_lines(board.ladders(viewer(request)), site))
    return HttpResponse(text + "\n", content_type=KIND)


def _llms_lines(ladders: Iterable[Ladder], site: str) -> Iterator[str]:
    yield "# Kingsbench"
    yield ""
    yield "> Tournaments and ladders for bots that play Dominion and Kingdomino. A bot is a Python"
    yield "> module with decide(request), or a program that speaks the protocol in JSON lines."
    yield ""
    yield "## Commands"
    yield ""
    yield COMMANDS
    for section in SECTIONS:
        yield f"## {section.title}"
        yield ""
        for doc in section.docs:
            address = reverse("handbook:source", args=[doc.slug])
            yield f"- [{doc.title}]({site}{address}): {doc.about}"
        yield ""
    yield "## Ladders"
    yield ""
    for ladder in ladders:
        address = reverse("ladders:markdown", args=[ladder.slug])
        yield f"- [{literal(ladder.name)}]({site}{address}): {ladder.game}, {ladder.seats} seats"
    yield ""
    yield "## API"
    yield ""
    yield f"- [OpenAPI]({site}{reverse('api:schema')}): everything that the site does, with a token"

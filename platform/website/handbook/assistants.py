"""/llms.txt: where coding assistants find rules, protocol, commands and ladders."""

from collections.abc import Iterable, Iterator

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from arena.models import Ladder
from website.handbook.library import SECTIONS
from website.ladders import board
from website.ladders.as_markdown import KIND, literal
from website.site.http import viewer
from website.site.page_cache import cached_page

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
    site = request.build_absolute_uri("/").rstrip("/")
    with translation.override("en"):
        text = "\n".join(_lines(board.ladders(viewer(request)), site))
    return HttpResponse(text + "\n", content_type=KIND)


def _lines(ladders: Iterable[Ladder], site: str) -> Iterator[str]:
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

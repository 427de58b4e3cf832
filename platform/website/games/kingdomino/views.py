"""The page about Kingdomino."""

import json
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.kingdomino.dominoes import DOMINOES, TERRAINS
from website.games.kingdomino import texts
from website.games.kingdomino.texts import variants

HALVES = [half for domino in DOMINOES.values() for half in domino.halves]


class DominoView(NamedTuple):
    """A domino in words; `data` is what pages.js draws, as JSON."""

    number: int
    left: str
    right: str
    data: str


class Land(NamedTuple):
    terrain: str
    name: str
    squares: int
    crowns: int


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    dominoes = [
        DominoView(
            number, *texts.halves(number), json.dumps({"number": number, "halves": domino.halves})
        )
        for number, domino in DOMINOES.items()
    ]
    context = {"dominoes": dominoes, "lands": lands(), "variants": variants()}
    return render(request, "games/kingdomino/index.html", context)


def lands() -> list[Land]:
    rows = []
    for terrain in TERRAINS:
        crowns = [int(crowns) for land, crowns in HALVES if land == terrain]
        rows.append(Land(terrain, texts.land(terrain), len(crowns), sum(crowns)))
    return rows

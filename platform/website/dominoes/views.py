"""The page about Kingdomino: its rules in short, and its 48 dominoes."""

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.kingdomino.dominoes import DOMINOES, TERRAINS
from website.dominoes import words
from website.dominoes.drawing import Half, Piece, piece

LYING = (0, 0, 1, 0)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The rules, the variants, the terrains and all dominoes."""
    pieces = [piece(number, LYING) for number in DOMINOES]
    context = {"pieces": pieces, "lands": lands(pieces), "variants": words.variants()}
    return render(request, "dominoes/index.html", context)


def lands(pieces: list[Piece]) -> list[tuple[str, int, int]]:
    """Each terrain with its squares and crowns on all dominoes."""
    halves: list[Half] = [half for one in pieces for half in one.halves]
    squares = Counter(half.terrain for half in halves)
    crowns: Counter[str] = Counter()
    for half in halves:
        crowns[half.terrain] += half.crowns
    return [(terrain, squares[terrain], crowns[terrain]) for terrain in TERRAINS]

"""Measure how often the best entrant wins a cup: `python -m bench.cups [--write]`.

Cups between bots of known strength, by `arena.tournaments.odds`. Print what its `odds.json` says of
organisers' choices, with standard errors; with `--write`, first play what the table lacks (all of
it: 40 minutes on one core).
"""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

from arena.tournaments.formats import FORMATS, FormatTerms, estimate
from arena.tournaments.odds.simulation import SimulatedTournament, shares
from arena.tournaments.odds.table import TABLE, kind, odds
from arena.tournaments.pairing import CannotPair, swiss_rounds
from bench.arguments import read_arguments

CUPS = {2: 600, 3: 600, 4: 800, 8: 800, 16: 400, 32: 160, 64: 64}
MORE = {"single_elimination": 3, "double_elimination": 2}  # quick to play
FEWER = {"groups": 0.5, "pod_swiss": 0.5, "pod_knockout": 0.5}
MOST_CUPS = 1600
MOST_ROUNDS, ROUNDS_OF_PODS, FEWER_ROUNDS = 10, 6, {64: 9}
ROTATIONS, SMALL = (1, 2, 4), range(17)  # entrants with rarer choices as well
ENTRANTS_OF_PODS = (4, 8, 16, 32)
GROUPS = {(8, 2), (16, 2), (16, 4), (32, 4), (32, 8), (64, 8)}  # entrants and groups
PODS = (3, 4)  # seats
REPORTED, GAMES = (8, 16, 32, 64), (1, 2, 4, 6, 8)


def kinds() -> Iterator[tuple[FormatTerms, int]]:
    """Yield all kinds of cups in the table with their sizes, small ones first."""
    for size in CUPS:
        for terms in _duels(size):
            yield terms, size
    for size in ENTRANTS_OF_PODS:
        for terms in _pods():
            yield terms, size


def _duels(size: int) -> Iterator[FormatTerms]:
    yield FormatTerms(FORMATS["swiss"])
    yield FormatTerms(FORMATS["round_robin"])
    yield FormatTerms(FORMATS["single_elimination"])
    yield FormatTerms(FORMATS["double_elimination"])
    if size in SMALL:
        yield FormatTerms(FORMATS["double_elimination"], reset=False)
        yield FormatTerms(FORMATS["round_robin"], double=True)
    for groups in (groups for entrants, groups in sorted(GROUPS) if entrants == size):
        for advance in (1, 2):
            yield FormatTerms(FORMATS["groups"], groups=groups, advance=advance)


def _pods() -> Iterator[FormatTerms]:
    for seats in PODS:
        yield FormatTerms(FORMATS["pod_swiss"], seats=seats)
        yield FormatTerms(FORMATS["pod_rotation"], seats=seats)
        for advance in (1, 2):
            yield FormatTerms(FORMATS["pod_knockout"], seats=seats, advance=advance)


def longest(terms: FormatTerms, size: int) -> FormatTerms:
    """Set the most rounds that the table holds, for formats with a choice."""
    if not terms.format.has_rounds:
        return terms
    if terms.format.needs_pods:
        return replace(terms, rounds=ROUNDS_OF_PODS)
    return replace(terms, rounds=min(FEWER_ROUNDS.get(size, MOST_ROUNDS), size - 1 + size % 2))


def play(terms: FormatTerms, size: int) -> dict[str, Any]:
    factor = MORE.get(terms.format.key, 1) * FEWER.get(terms.format.key, 1)
    cups = min(MOST_CUPS, round(CUPS[size] * factor))
    found = {}
    for rotations in (0, *ROTATIONS) if size in SMALL else ROTATIONS:
        cup = SimulatedTournament(longest(terms, size), size, rotations * terms.at_a_table or 1)
        played = [shares(cup, number) for number in range(cups)]
        found[str(rotations)] = [round(fmean(column), 4) for column in zip(*played, strict=True)]
    return {"cups": cups, "shares": found}


def write() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    for terms, size in kinds():
        if str(size) in table.get(kind(terms), {}):
            continue
        began = time.process_time()
        try:
            estimate(longest(terms, size), size)
        except CannotPair:
            continue
        table.setdefault(kind(terms), {})[str(size)] = play(terms, size)
        print(f"{kind(terms)}, {size}: {time.process_time() - began:.0f} s", flush=True)
        TABLE.write_text(_lines(table), encoding="utf-8")


def _lines(table: dict[str, Any]) -> str:
    """Return the table as JSON, a line per cell."""
    blocks = []
    for name, cells in table.items():
        rows = [f'    "{size}": {json.dumps(cells[size])}' for size in sorted(cells, key=int)]
        blocks.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def report() -> None:
    print("The best wins of 100 cups (standard error), by games a match\n")
    print(f"entrants  matches  {'':34}" + "".join(f"{games:>10}" for games in GAMES))
    for size in REPORTED:
        for name, terms in _reported(size):
            found = [odds(terms, size, games) for games in GAMES]
            cells = [f"{one.of_100} ({one.error_of_100})" if one else "-" for one in found]
            matches = estimate(terms, size).matches
            print(f"{size:8}  {matches:7}  {name:34}" + "".join(f"{cell:>10}" for cell in cells))


def _reported(size: int) -> Iterator[tuple[str, FormatTerms]]:
    least = swiss_rounds(size)
    for rounds in range(least, least + 4):
        yield f"Swiss, {rounds} rounds", FormatTerms(FORMATS["swiss"], rounds=rounds)
    for key in ("round_robin", "single_elimination", "double_elimination"):
        yield key.replace("_", " "), FormatTerms(FORMATS[key])
    for groups in (groups for entrants, groups in sorted(GROUPS) if entrants == size):
        yield f"{groups} groups, 2 go on", FormatTerms(FORMATS["groups"], groups=groups)


if __name__ == "__main__":
    if read_arguments(__doc__, "--write").write:
        write()
    report()

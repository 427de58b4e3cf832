"""Replays: stored games as the positions they went through, made from their events alone.

As JSON:

- `replay`: this format's version; `game`, `engine`, `config`, `seats`, `seed`: as in the record;
  `names`: of the players by seat; `language`: of the sentences;
- `start`: the first position, in the shape of `view(None)`, with `who` has seen hidden cards;
- `frames`: `[event, sentence, changes]`, and where not every seat saw the cards, the seats that did
  and the sentence for the others. `event` counts from 1; of `changes`, `[path, value]` sets,
  `[path, value, 0]` removes and `[path, place, removed, inserted]` splices a list;
- `turns`: `[frame, seat, number]`, the frame with which each turn begins, from 1;
- `scores`: `[frame, points by seat]` wherever they changed; frame 0 is the start;
- `questions`: what was asked after which frame, with options and picks, and if known as `output`
  and `notes` what the bot printed;
- `output`: `[frame, seat, text, notes]`, what bots printed before the first question and after the
  last;
- `outcome`: scores, ranks, reason and as `faulted` the seats with a fault, or null.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from engine import catalogue
from engine.game import BadConfig, JsonObject, Outcome, ReplayState, public_event

VERSION = 2
Path = tuple[str | int, ...]
Change = list[Any]
Printed = tuple[int, int, str, Sequence[str]]


def replay_state(record: JsonObject) -> ReplayState:
    """Return a record's position before its first event; BadConfig if it cannot be shown."""
    info = catalogue.info(record["game"])
    if info.replay_state is None:
        raise BadConfig(f"games of {info.title} can be read, but not shown")
    return info.replay_state(record)


class ReplayFrame(NamedTuple):
    """One sentence of the log: its first event's number, from 1, and its events."""

    number: int
    sentence: str
    events: list[JsonObject]


def frames(
    game: str, events: Iterable[JsonObject], names: Sequence[str], language: str = "en"
) -> list[ReplayFrame]:
    """Return the events by sentence; an event without one belongs to the frame before."""
    told: list[ReplayFrame] = []
    for number, event in enumerate(events, 1):
        sentence = catalogue.tell(game, event, names, language)
        if sentence or not told:
            told.append(ReplayFrame(number, sentence, [event]))
        else:
            told[-1].events.append(event)
    return told


def replay(
    record: JsonObject,
    events: Iterable[JsonObject],
    names: Sequence[str],
    *,
    decisions: Iterable[JsonObject] = (),
    output: Iterable[Printed] = (),
    outcome: Outcome | None = None,
    faulted: Collection[int] = (),
    language: str = "en",
) -> JsonObject:
    """Return the whole replay of a game as JSON; BadConfig if it cannot be shown.

    `decisions` have the number of events before them as `after`; `output` is the index of a
    decision, its seat, what the bot printed and its notes.
    """
    table = replay_state(record)
    game = record["game"]
    all_frames = frames(game, events, names, language)
    start = table.position()
    scores = [[0, table.scores]]

    def tell_others(event: JsonObject) -> str:
        return catalogue.tell(game, public_event(event), names, language)

    shown = list(_replay_frames(table, all_frames, scores, tell_others))
    firsts = [(count, frame.events[0]) for count, frame in enumerate(all_frames, 1)]
    numbers = [frame.number for frame in all_frames]
    questions: list[JsonObject] = []
    for decision in decisions:
        rest = {key: value for key, value in decision.items() if key != "after"}
        questions.append({"frame": bisect_left(numbers, decision["after"] + 1), **rest})
    kept = {key: record[key] for key in ("game", "engine", "config", "seats", "seed")}
    return {
        "replay": VERSION,
        **kept,
        "names": list(names),
        "language": language,
        "start": start,
        "frames": shown,
        "turns": [
            [count, event["seat"], event["turn"]]
            for count, event in firsts
            if event["type"] == "turn"
        ],
        "scores": scores,
        "questions": questions,
        "output": list(_place_output(output, questions, len(all_frames))),
        "outcome": outcome and {**outcome._asdict(), "faulted": sorted(faulted)},
    }


def _replay_frames(
    table: ReplayState,
    all_frames: Iterable[ReplayFrame],
    scores: list[list[Any]],
    tell_others: Callable[[JsonObject], str],
) -> Iterator[list[Any]]:
    last = table.position()
    for count, frame in enumerate(all_frames, 1):
        first = frame.events[0]
        hidden = [first["seen_by"], tell_others(first)] if "seen_by" in first else []
        for event in frame.events:
            table.apply(event)
        position = table.position()
        yield [frame.number, frame.sentence, list(changes(last, position)), *hidden]
        last = position
        if table.scores != scores[-1][1]:
            scores.append([count, table.scores])


def _place_output(
    output: Iterable[Printed], questions: list[JsonObject], last: int
) -> Iterator[list[Any]]:
    """Add output to its question; yield the rest."""
    for index, seat, text, notes in output:
        if 0 <= index < len(questions) and questions[index]["seat"] == seat:
            printed = {"output": text, "notes": list(notes)}
            questions[index] |= {key: value for key, value in printed.items() if value}
        else:
            yield [0 if index < 0 else last, seat, text, list(notes)]


def changes(before: Any, after: Any, path: Path = ()) -> Iterator[Change]:
    """Yield the changes between two positions, in this module's format."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() - after.keys():
            yield [[*path, key], None, 0]
        for key, value in after.items():
            if key not in before:
                yield [[*path, key], value]
            elif before[key] != value:
                yield from changes(before[key], value, (*path, key))
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_changes(before, after, path)
    else:
        yield [[*path], after]


def _list_changes(before: list[Any], after: list[Any], path: Path) -> Iterator[Change]:
    if len(before) == len(after) and after and isinstance(after[0], dict):
        for place, (earlier, later) in enumerate(zip(before, after, strict=True)):
            if earlier != later:
                yield from changes(earlier, later, (*path, place))
        return
    same = min(len(before), len(after))
    start = next((n for n in range(same) if before[n] != after[n]), same)
    rest = same - start
    end = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    yield [[*path], start, len(before) - start - end, after[start : len(after) - end]]

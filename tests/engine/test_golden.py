"""Golden files that show which cards and games an engine change affects (see golden.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import catalogue, chance
from engine.dominion.card import EXPANSIONS, Card, of_expansion
from engine.game import Decision, Game, Picks
from tests.engine import golden

LADDER = ("Province", "Gold", "Market", "Smithy", "Militia", "Silver", "Village", "Moat", "Cellar")


def lines_of(card: Card) -> list[str]:
    lines = [f"{card.name} / {card.german} ({card.cost}{'P' * card.potion})"]
    for language in ("en", "de"):
        lines.append(f"  {card.types_in(language)}")
        lines += [f"    {line}" for line in card.text_in(language).splitlines()]
    return [*lines, ""]


def test_card_texts() -> None:
    lines: list[str] = []
    for expansion in EXPANSIONS:
        for card in of_expansion(expansion):
            lines += lines_of(card)
    golden.compare("card_texts.txt", lines)


def climb(decision: Decision) -> Picks:
    """Play all treasures, buy the best card of a list, else pick the first option."""
    if decision.kind == "play_treasures":
        return tuple(range(decision.most))
    if decision.kind == "buy":
        wanted = [name for name in LADDER if name in decision.options]
        return (decision.options.index(wanted[0]),) if wanted else ()
    return tuple(range(max(decision.least, min(1, decision.most))))


def wander(decision: Decision, number: int) -> Picks:
    """Pick at random, at least one option if allowed, preferring expensive cards."""
    least = max(decision.least, min(1, decision.most))
    size = len(decision.options)
    (count, first) = chance.numbers(2, number, "wander")
    if decision.kind == "play_treasures":
        return tuple(range(size))
    if decision.kind in ("buy", "gain"):
        return (size - 1 - min(size, 7) * first // 2**32,)
    amount = least + (decision.most - least + 1) * count // 2**32
    return tuple(chance.sample(list(range(size)), amount, number, "picks"))


def play(game: Game, *, wandering: bool) -> Game:
    number = 0
    while (decision := game.decision) is not None:
        game.choose(wander(decision, number) if wandering else climb(decision))
        number += 1
    return game


def check_log(name: str, game: Game, viewer: int | None) -> None:
    lines = [json.dumps(event, ensure_ascii=False) for event in game.events(viewer)]
    golden.compare(name, lines)


def test_a_game_of_two_as_all_of_it_happened() -> None:
    game = play(catalogue.new("dominion", seats=2, seed=2008), wandering=False)
    check_log("two_seats_all.jsonl", game, None)


def test_a_game_of_three_as_one_seat_saw_it() -> None:
    config = {"start_seat": 2, "turn_limit": 20}
    new = catalogue.new("dominion", seats=3, seed=1916, config=config)
    check_log("three_seats_seen_by_1.jsonl", play(new, wandering=True), 1)


def test_a_game_of_kingdomino_as_all_of_it_happened() -> None:
    config = {"variants": ["harmony", "middle_kingdom"]}
    new = catalogue.new("kingdomino", seats=3, seed=2017, config=config)
    check_log("kingdomino_three_seats.jsonl", play(new, wandering=True), None)


def test_a_difference_is_shown_with_the_way_to_renew_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.delenv(golden.RENEW, raising=False)
    (tmp_path / "kept.txt").write_text("one\ntwo\n", encoding="utf-8")
    golden.compare("kept.txt", ["one", "two"])
    with pytest.raises(AssertionError, match=r"(?s)RENEW_GOLDEN=1.*-two\n\+three"):
        golden.compare("kept.txt", ["one", "three"])
    monkeypatch.setenv(golden.RENEW, "1")
    golden.compare("kept.txt", ["one", "three"])
    assert (tmp_path / "kept.txt").read_text(encoding="utf-8") == "one\nthree\n"

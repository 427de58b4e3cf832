"""A bot's output by decision."""

from typing import Any

from arena.matches.referee.output import START, Output, by_decision


def test_a_text_is_cut_at_its_marks() -> None:
    assert list(by_decision("abcdef", [(0, 1), (4, 3)], 1)) == [
        Output(START, 1, "a"),
        Output(0, 1, "bc"),
        Output(4, 1, "def"),
    ]


def test_without_marks_all_is_of_the_start() -> None:
    assert list(by_decision("abc", [], 0)) == [Output(START, 0, "abc")]
    assert list(by_decision("", [], 0)) == []


def test_damaged_marks_are_left_out() -> None:
    marks: list[Any] = [None, {}, [1], ["x", 1], [0, 1.5], [3, 1]]
    assert list(by_decision("ab", marks, 0)) == [Output(START, 0, "a"), Output(3, 0, "b")]


def test_marks_beyond_a_cut_text_are_left_out() -> None:
    assert list(by_decision("ab", [[0, 1], [1, 9]], 0)) == [
        Output(START, 0, "a"),
        Output(0, 0, "b"),
    ]


def test_lines_that_begin_with_note_are_notes_and_no_longer_text() -> None:
    text = "@note  two ahead\nplain\n@notebook\n @note no\n@note\n@note\tlast"
    assert list(by_decision(text, [(0, 0)], 1)) == [
        Output(0, 1, "plain\n@notebook\n @note no\n", ("two ahead", "last"))
    ]
    assert [piece.notes for piece in by_decision("@note a\n@note b\n", [(0, 0), (1, 8)], 0)] == [
        ("a",),
        ("b",),
    ]

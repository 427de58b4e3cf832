"""Users' text cannot move, hide or reverse anything on a page."""

import pytest

from website.site.plain_text import show_invisible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\u202egnp.exe", "[U+202E]gnp.exe"),
        ("a\u2066b\u2069", "a[U+2066]b[U+2069]"),
        ("no\u200bspace", "no[U+200B]space"),
        ("one\u2028two", "one[U+2028]two"),
        ("bell\x07 del\x7f csi\x9b", "bell␇ del␡ csi[U+009B]"),
        ("\ud800", "[U+D800]"),
    ],
)
def test_what_is_not_seen_is_shown(text: str, shown: str) -> None:
    assert show_invisible(text) == shown


def test_lines_end_as_browsers_send_them() -> None:
    assert show_invisible("one\r\ntwo\rthree") == "one\ntwo␍three"


@pytest.mark.parametrize("text", ["line\n\tindented", "Grüße, 世界 \N{EN DASH} ½ €", "שלום"])
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert show_invisible(text) == text

"""Names: validation, and names that look alike."""

import pytest

from arena.core.names import RESERVED, fold, is_of_one_script, is_readable, is_reserved, normalise

CYRILLIC_COCO = "\u0441\u043e\u0441\u043e"
GREEK_KAPPA_O = "\u03ba\u03bf"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "aLICE"),
        ("Big Money", "big-money"),
        ("Big Money", "B.i_g'Money"),
        ("Big Money", "B1g M0ney"),
        ("Ilya", "llya"),
        ("O0O", "0o0"),
        ("coco", CYRILLIC_COCO),
        ("coco", CYRILLIC_COCO.upper()),
        ("HET", "\u041d\u0415\u0422"),
        ("KO", GREEK_KAPPA_O.upper()),
        ("Alice", "\uff21lice"),
        ("Alice", "Al\u200bice"),
    ],
)
def test_what_looks_alike_has_one_key(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("alice", "alicia"), ("Bot 1", "Bot 2"), ("a", "\u00e4")]
)
def test_what_differs_has_keys_that_differ(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_a_key_is_stable_and_never_empty() -> None:
    for name in ("Alice", CYRILLIC_COCO, "\u5c71\u7530", "M\u00fcller", "__"):
        assert fold(name)
        assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize(
    "name",
    [
        "al\u202eice",  # right to left from here
        "al\u200dice",  # joins without being seen
        "alice\x00",
        "\u3164",  # a letter without a shape
        "a" + 3 * "\u0301",  # marks in a stack
        "...",
        "",
    ],
)
def test_what_cannot_be_read_is_no_name(name: str) -> None:
    assert not is_readable(name)


def test_names_of_all_alphabets_are_read() -> None:
    for name in ("alice", "M\u00fcller 7", "\u0418\u0432\u0430\u043d", "\u5c71\u7530\u3055\u3093"):
        assert is_readable(name)
        assert is_of_one_script(name)


@pytest.mark.parametrize("name", ["al\u0456ce", "\u0391lice", "Bob\u30ab"])
def test_alphabets_are_not_mixed(name: str) -> None:
    assert not is_of_one_script(name)


def test_blanks_and_widths_are_made_plain() -> None:
    assert normalise("  Big \u3000 Money\u00a0") == "Big Money"
    assert normalise("\uff21lice") == "Alice"


@pytest.mark.parametrize("name", [*RESERVED, "Adm1n", "KINGS-BENCH", "R00t", "former member 12"])
def test_the_platforms_own_names_are_reserved(name: str) -> None:
    assert is_reserved(name)


def test_words_that_contain_a_reserved_one_are_free() -> None:
    assert not is_reserved("Housekeeper")
    assert not is_reserved("rooted")

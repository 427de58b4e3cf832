"""Template filters for words."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from website.templatetags.kingsbench import (
    option_text,
    percent,
    pretty_json,
    signed,
    time_ago,
    verdict,
)


def test_a_decision_reads_with_its_options_on_one_line() -> None:
    text = pretty_json({"kind": "buy", "options": ["Copper", "a]b"], "none": [], "deep": [[1, 2]]})
    assert '"options": [\n' in text  # a bracket in an option: left as it was
    assert '"none": []' in text
    assert "[1, 2]" in text
    assert pretty_json(["Copper", "Gold"]) == '["Copper", "Gold"]'


@pytest.mark.parametrize(("value", "words"), [(1.5, "+1.50"), (-0.25, "−0.25"), (0, "+0.00")])  # noqa: RUF001
def test_a_change_always_has_its_sign(value: float, words: str) -> None:
    assert signed(value) == words


def test_a_change_has_the_readers_decimal_sign() -> None:
    with translation.override("de"):
        assert signed(-0.256) == "−0,26"  # noqa: RUF001


def test_a_share_of_nothing_is_no_number() -> None:
    assert percent(None) == "–"  # noqa: RUF001
    assert percent(0.256).startswith("26")


def test_a_moment_is_told_in_one_unit_with_the_exact_time_behind_it() -> None:
    then = timezone.now() - timedelta(hours=3, minutes=20)
    assert ">3\xa0hours ago</time>" in time_ago(then)
    assert then.strftime("%Y-%m-%d %H:%M:%S UTC") in time_ago(then)
    assert "just now" in time_ago(timezone.now())
    assert time_ago(None) == "–"  # noqa: RUF001


def test_options_of_a_game_are_plain_words() -> None:
    assert option_text(["Cellar", "Moat\u202e"]) == "Cellar, Moat[U+202E]"
    assert option_text(True) == "true"
    assert option_text({"a": 1}) == '{\n  "a": 1\n}'


def test_an_unknown_verdict_is_shown_as_it_is() -> None:
    assert verdict("timeout") == "CPU time exceeded"
    assert verdict("new\x1b") == "new␛"

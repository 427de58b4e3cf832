"""Declared terms: what a value may be, and models that agree with them."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import models

from arena.core.competition_terms import check_bounds
from arena.core.errors import BadTerms
from arena.core.terms import REQUIRED, Terms, redeclare, term
from arena.ladders.manage_ladder import LadderTerms
from arena.leagues.terms import LeagueTerms
from arena.models import Ladder, League, Tournament
from arena.models.competition import Competition
from arena.tournaments.terms import TournamentTerms

KINDS: list[tuple[type[Terms], type[Competition]]] = [
    (LadderTerms, Ladder),
    (TournamentTerms, Tournament),
    (LeagueTerms, League),
]
NOW = datetime(2030, 1, 1, tzinfo=UTC)


class TeaTerms(Terms):
    name: str = term("Name", least=1, most=5)
    cups: int = term("Cups", default=2, least=1, most=4)
    heat: float | None = term("Heat", default=None, least=0.5, most=1)
    kind: str = term("Kind", default="green", choices=lambda: [("green", "x"), ("black", "y")])
    extras: list[str] = term("Extras", default=list, choices=lambda: [("milk", ""), ("ice", "")])
    rules: dict[str, Any] = term("Rules", default=dict)
    starts_at: datetime = term("Start", default=NOW)


class BigTerms(TeaTerms):
    cups: int = redeclare(TeaTerms, "cups", default=3, most=9)


BAD: list[tuple[str, Any, str]] = [
    ("name", "", "“Name” must have 1 to 5 characters, not 0."),
    ("name", "teapot", "“Name” must have 1 to 5 characters, not 6."),
    ("name", None, "“Name” cannot be None."),
    ("cups", 0, "“Cups” must be from 1 to 4, not 0."),
    ("cups", 10**40, "“Cups” must be from 1 to 4, not 1000000"),
    ("cups", True, "“Cups” cannot be True."),
    ("cups", 1.5, "“Cups” cannot be 1.5."),
    ("cups", "2", "“Cups” cannot be '2'."),
    ("heat", 0.4, "“Heat” must be from 0.5 to 1, not 0.4."),
    ("heat", math.nan, "“Heat” must be from 0.5 to 1, not nan."),
    ("heat", "warm", "“Heat” cannot be 'warm'."),
    ("kind", "herbal", "“Kind” cannot be “herbal”. Choose one of these: green, black."),
    ("extras", ["milk", "milk"], "“Extras” can be any of these, each once: milk, ice."),
    ("extras", ["salt"], "“Extras” can be any of these, each once: milk, ice."),
    ("extras", [["milk"]], "“Extras” can be any of these, each once: milk, ice."),
    ("extras", "milk", "“Extras” cannot be 'milk'."),
    ("rules", [], "“Rules” cannot be []."),
    ("starts_at", datetime(2030, 1, 1), "“Start” needs a time zone."),  # noqa: DTZ001
    ("starts_at", "now", "“Start” cannot be 'now'."),
]


@pytest.mark.parametrize(("name", "value", "words"), BAD)
def test_a_wrong_value_is_refused_with_its_term(name: str, value: Any, words: str) -> None:
    values: dict[str, Any] = {"name": "Earl", name: value}
    with pytest.raises(BadTerms) as refused:
        check_bounds(TeaTerms(**values))
    assert refused.value.message.startswith(words)
    assert refused.value.term == name


def test_values_within_their_bounds_fit() -> None:
    check_bounds(TeaTerms(name="Earl"))
    check_bounds(TeaTerms(name="x", cups=4, heat=1, kind="black", extras=["ice", "milk"]))
    check_bounds(BigTerms(name="Earl", cups=9))


def test_a_term_is_declared_again_with_differences() -> None:
    assert BigTerms(name="Earl").cups == 3
    assert BigTerms.declared()["cups"].label == "Cups"
    assert list(BigTerms.declared()) == list(TeaTerms.declared())
    with pytest.raises(TypeError, match="name"):
        TeaTerms()  # type: ignore[call-arg]


@pytest.mark.parametrize(("kind", "model"), KINDS)
def test_models_have_the_same_defaults_and_room_for_every_value(
    kind: type[Terms], model: type[Competition]
) -> None:
    for name, declared in kind.declared().items():
        field = model._meta.get_field(name)
        assert isinstance(field, models.Field)
        if declared.default is not REQUIRED and field.has_default() and name != "games_per_match":
            assert field.default == declared.default, name
        assert field.null == declared.may_be_none, name
        if isinstance(field, models.CharField):
            longest = max([declared.most or 0, *map(len, declared.values)])
            assert longest <= (field.max_length or 0), name
        elif declared.most is not None and not isinstance(field, models.TextField):
            most = 32767 if isinstance(field, models.PositiveSmallIntegerField) else 2**31 - 1
            assert declared.most <= most, name

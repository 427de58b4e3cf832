"""Each declared term is on the page and in the API, with its bounds."""

from typing import Any

import pytest
from django import forms
from django.template.loader import render_to_string
from rest_framework import serializers

from arena.core.terms import Term, Terms, term
from arena.ladders.manage_ladder import LadderTerms
from website.api.terms import TermsInput
from website.competitions.rules_form import RulesForm
from website.competitions.terms import TermsForm, form_field
from website.ladders import serializers as ladders
from website.ladders.organise import LadderForm
from website.leagues import api as leagues
from website.leagues.organise import LeagueForm
from website.tournaments import serializers as tournaments
from website.tournaments.organise import TournamentForm

Shown = type[serializers.BaseSerializer[Any]]
KINDS: list[tuple[type[TermsForm[Any]], type[TermsInput], Shown]] = [
    (LadderForm, ladders.LadderTerms, ladders.LadderDetail),
    (TournamentForm, tournaments.TournamentTerms, tournaments.TournamentDetail),
    (LeagueForm, leagues.LeagueTerms, leagues.LeagueDetail),
]


class LoudTerms(LadderTerms):
    """A ladder's terms with new ones."""

    volume: int = term("Volume", default=5, least=1, most=11, help="Up to eleven.")
    echo: float | None = term("Echo", default=None, least=0.5, most=2, if_open="none")


class LoudForm(RulesForm[LoudTerms]):
    kind = LoudTerms


class LoudInput(TermsInput):
    kind = LoudTerms


def own_terms(form: type[TermsForm[Any]]) -> dict[str, Term]:
    declared = form.kind.declared()
    return {name: one for name, one in declared.items() if name not in form.composed}


@pytest.mark.parametrize(("form", "sent", "shown"), KINDS)
def test_forms_and_api_have_all_terms_with_their_bounds(
    form: type[TermsForm[Any]], sent: type[TermsInput], shown: Any
) -> None:
    fields = sent().get_fields()
    assert set(fields) == set(form.kind.declared()) - set(sent.left_out)
    assert set(shown().get_fields()) >= set(form.kind.declared())
    for name, one in own_terms(form).items():
        field = form.base_fields[name]
        assert str(field.label) == one.label
        assert str(field.help_text).startswith(one.help)
        assert one.label in fields[name].help_text
        for wrong in ("min", "max"):
            bound = {"min": one.least, "max": one.most}[wrong]
            if one.kind in {int, float}:
                assert getattr(field, f"{wrong}_value") == bound
                assert getattr(fields[name], f"{wrong}_value") == bound
            elif one.kind is str and isinstance(field, forms.CharField):
                assert getattr(field, f"{wrong}_length") == bound


def test_a_new_term_needs_its_declaration_alone(db: None) -> None:
    form = LoudForm(initial={"game": "dominion"}, config={})
    assert [field.name for field in form.further][-2:] == ["volume", "echo"]
    text = render_to_string("organise.html", {"form": form, "kind": {"index": "home"}})
    assert 'name="volume" value="5" min="1" max="11"' in text
    assert "Up to eleven." in text
    assert "If empty, none." in text
    sent = LoudInput().get_fields()
    assert (sent["volume"].max_value, sent["echo"].allow_null) == (11, True)
    assert sent["volume"].help_text == "Volume. Up to eleven. Default: 5."
    assert sent["echo"].help_text == "Echo. If null, none."


def test_a_term_without_a_kind_of_field_is_an_error_at_once() -> None:
    class OddTerms(Terms):
        is_odd: bool = term("Odd", default=False)

    with pytest.raises(KeyError):
        form_field(OddTerms, "is_odd")

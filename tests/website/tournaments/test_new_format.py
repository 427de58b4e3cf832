"""A new format, one file, is played, shown, chosen in forms and taken by the API."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from arena.core.errors import BadTerms
from arena.models import Tournament
from arena.tournaments import formats
from arena.tournaments.organise import make_tournament
from tests import tiny_format
from tests.arena.tournament_steps import bots, opened, play_out, play_round, started, terms
from tests.cast import olga
from tests.website.page import visit
from tests.website.program import Program
from tests.website.tournaments.test_organise import FORM, NEW

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more file in the folder of formats, and nothing else."""
    folder = Path(str(tiny_format.__file__)).parent
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(folder)])
    for key, one in formats.find_formats().items():
        monkeypatch.setitem(formats.FORMATS, key, one)


def test_it_is_played_to_its_end_and_has_its_pages(as_olga: Client, visitor: Client) -> None:
    cup = play_out(started(bots(4), format="hill"))
    assert (cup.state, cup.problem) == ("finished", "")
    met = [
        [seat.entrant.number for seat in pairing.seats.all()]
        for one in cup.rounds.all()
        for pairing in one.pairings.all()
    ]
    assert met == [[1, 2], [1, 3], [1, 4]]
    assert cup.places() == [(1, 1), (2, 2), (2, 3), (2, 4)]
    for path in (f"/tournaments/{cup.slug}/", f"/tournaments/{cup.slug}/?round=2"):
        page = visit(visitor, path)
        assert "King of the hill" in page
        assert "The winner stays and meets the next one." in page
    assert "king of the hill" in visit(visitor, "/tournaments/")
    visit(as_olga, f"/tournaments/{cup.slug}/organise/")


def test_its_terms_are_checked() -> None:
    with pytest.raises(BadTerms, match="rounds"):
        make_tournament(organiser=olga(), terms=terms(format="hill", terms={"rounds": 0}))
    with pytest.raises(BadTerms, match="three or more"):
        make_tournament(organiser=olga(), terms=terms(format="hill", seats=3, games_per_match=3))


def test_a_form_offers_it_with_its_option(as_olga: Client) -> None:
    page = visit(as_olga, NEW)
    assert "King of the hill" in page
    assert page.has("[name=hill-rounds]")
    sent = FORM | {"format": "hill", "hill-rounds": "3"}
    assert as_olga.post(NEW, sent | {"hill-rounds": "1000"}).status_code == 422
    assert as_olga.post(NEW, sent).status_code == 302
    made = Tournament.objects.get()
    assert (made.format, made.terms) == ("hill", {"rounds": 3})
    page = visit(as_olga, f"/tournaments/{made.slug}/organise/")
    assert "King of the hill, 3 rounds" in page
    usual = FORM | {"name": "Winter Cup", "format": "hill", "hill-rounds": ""}
    assert as_olga.post(NEW, usual).status_code == 302
    assert Tournament.objects.get(name="Winter Cup").terms == {"rounds": 2}


def test_without_its_file_a_tournament_waits_and_says_why(
    as_olga: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = started(bots(3), format="hill")
    monkeypatch.delitem(formats.FORMATS, "hill")
    play_round(cup)
    assert "does not have the tournament's format" in Tournament.objects.get().problem
    assert "does not have the tournament" in visit(as_olga, f"/tournaments/{cup.slug}/organise/")
    visit(as_olga, f"/tournaments/{cup.slug}/")
    program = Program(olga())
    assert program.read(f"tournaments/{cup.slug}/estimate/")["estimates"] == []


def test_the_api_takes_it() -> None:
    program = Program(olga())
    now = timezone.now()
    sent: dict[str, Any] = {
        "name": "Winter Cup",
        "game": "dominion",
        "config": {"kingdom": "First Game"},
        "format": "hill",
        "entry_deadline": now + timedelta(days=1),
        "starts_at": now + timedelta(days=2),
    }
    made = program.send("tournaments/", 201, **sent)
    assert (made["format"], made["terms"]) == ("hill", {"rounds": 2})
    path = f"tournaments/{made['slug']}/"
    assert program.send(path, 200, "PATCH", terms={"rounds": 5})["terms"] == {"rounds": 5}
    assert program.send(path, 200, "PATCH", format="swiss")["format"] == "swiss"
    program.send(path, 422, "PATCH", format="valley")
    cup = play_out(started(bots(3), format="hill"))
    standings = program.read(f"tournaments/{cup.slug}/standings/")
    assert standings["tie_breaks"] == ["wins"]
    assert [line["rank"] for line in standings["tables"][0]["lines"]] == [1, 2, 2]
    opened(name="Spring Cup", format="hill")
    names = {one["name"]: one["format"] for one in program.read("tournaments/")["results"]}
    assert names["Spring Cup"] == "hill"

"""The rulings on the pages come from docs/rulings.md."""

from django.conf import settings
from django.test import Client

from engine.dominion import CARDS
from tests.website.page import visit
from website.games.dominion.rulings import marked_up, rulings, rulings_about


def test_every_row_of_the_document_is_a_ruling(visitor: Client) -> None:
    document = (settings.ROOT / "docs" / "rulings.md").read_text()
    assert len(rulings()) == document.count("\n| ") - 1
    assert all(one.case and one.ruling and one.reason for one in rulings())
    page = visit(visitor, "/cards/rulings/")
    assert len(page.parts("tr[id^=ruling-]")) == len(rulings())
    assert page.part("table.rulings")["lang"] == "en"


def test_a_card_has_the_rulings_that_name_it(visitor: Client) -> None:
    cases = [one.case for one in rulings_about(CARDS["Inn"])]
    assert cases
    assert all("Inn" in case for case in cases)
    page = visit(visitor, "/cards/inn/")
    assert len(page.parts("tr[id^=ruling-]")) == len(cases)


def test_names_are_whole_names() -> None:
    """Market is not named by Grand Market, Mine not by Mint, and plurals count."""
    for one in rulings():
        if "Watchtowers" in one.case:
            assert "Watchtower" in one.names
        if "Border Village" in one.case:
            assert "Village" not in one.names
    assert any("Trader" in one.case for one in rulings_about(CARDS["Trader"]))
    assert any("Trader" in one.ruling for one in rulings_about(CARDS["Noble Brigand"]))


def test_a_card_without_a_ruling_says_so(visitor: Client) -> None:
    assert not rulings_about(CARDS["Smithy"])
    assert "There are no rulings for this card" in visit(visitor, "/cards/smithy/")


def test_the_documents_marks_become_html_and_nothing_else_does() -> None:
    assert marked_up("each *other* `<b>`") == "each <em>other</em> <code>&lt;b&gt;</code>"

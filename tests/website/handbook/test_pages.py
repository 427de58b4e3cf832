"""The handbook: every document is a page, its links work, and no markup is left raw."""

import re

import pytest
from django.test import Client

from tests.website.page import Page, visit
from website.handbook.library import DOCS
from website.handbook.markdown import render
from website.settings import ROOT

HREF = re.compile(r'href="(/handbook/[^"#]*|#[^"]*|/handbook/[^"]*)"')


@pytest.mark.parametrize("slug", list(DOCS))
def test_every_document_is_a_page_whose_links_lead_somewhere(visitor: Client, slug: str) -> None:
    page = visit(visitor, f"/handbook/{slug}/")
    body = page.part("article").html
    anchors = set(re.findall(r'id="([^"]+)"', page.html))
    for target in HREF.findall(body):
        address, _hash, anchor = target.partition("#")
        if not address:
            assert anchor in anchors, target
            continue
        answer = visitor.get(address)
        assert answer.status_code == 200, target
        assert not anchor or Page(answer).has(f'[id="{anchor}"]'), target
    assert "style=" not in body
    assert ".md)" not in body


def test_no_document_is_forgotten(visitor: Client) -> None:
    found = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    english = {name.removesuffix(".md") for name in found if not name.endswith(".de.md")}
    assert english == set(DOCS)
    page = visit(visitor, "/handbook/")
    for slug in DOCS:
        assert f"/handbook/{slug}/" in page.hrefs


def test_what_is_no_document_is_not_found(visitor: Client) -> None:
    for slug in ("nonsense", "../README", "decisions", "images/leaderboard.png", "api.md"):
        assert visitor.get(f"/handbook/{slug}/").status_code == 404


def test_germans_read_german_where_it_is_written(visitor: Client) -> None:
    german = {"Accept-Language": "de"}
    page = visit(visitor, "/handbook/rules-kingdomino/", headers=german)
    assert "Königreich" in page
    assert 'class="document" lang="en"' not in page.html
    page = visit(visitor, "/handbook/protocol/", headers=german)
    assert page.part(".document")["lang"] == "en"


def test_every_kind_of_decision_has_its_example(visitor: Client) -> None:
    page = visit(visitor, "/handbook/kinds-of-decisions/")
    for kind in ("dominion-buy", "dominion-name", "kingdomino-place"):
        assert page.has(f"[id={kind}]")


# --- markdown ------------------------------------------------------------------------------------
def test_raw_html_is_shown_not_used() -> None:
    page = render('# A\n\n<script>alert(1)</script> <b onclick="x">', known=())
    assert page.title == "A"
    assert "<script" not in page.body
    assert "<b " not in page.body


def test_links_lead_to_pages_or_are_words() -> None:
    text = (
        "[a](b.md#c) [d](../e.md) [f](../docker/g.json) [h](https://example.org) [i](javascript:1)"
    )
    body = render(text, known={"x/b", "e"}, folder="x").body
    assert 'href="/handbook/x/b/#c"' in body
    assert 'href="/handbook/e/"' in body
    assert " f " in body
    assert 'href="https://example.org"' in body
    assert 'href="javascript' not in body


def test_columns_of_figures_stand_right_without_a_style() -> None:
    body = render("| a | b |\n|---|--:|\n| 1 | 2 |\n", known=()).body
    assert '<td class="number">2</td>' in body
    assert "style" not in body

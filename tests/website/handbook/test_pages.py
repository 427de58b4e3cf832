"""The handbook: every document is a page, its links work, and no markup is left raw."""

import re

import pytest
from django.test import Client

from tests.website.page import Page, visit
from website.handbook.library import DOCS, SPLIT
from website.handbook.markdown import render
from website.places import ROOT

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


@pytest.mark.parametrize("slug", list(SPLIT))
def test_an_old_address_leads_to_the_new_page_and_names_where_each_section_is(
    visitor: Client, slug: str
) -> None:
    answer = visitor.get(f"/handbook/{slug}/")
    address = f"/handbook/{SPLIT[slug].page}/"
    is_page = slug in DOCS
    assert answer.status_code == (200 if is_page else 301)
    assert answer.headers.get("Location") == (None if is_page else address)
    page = visit(visitor, address)
    for anchor, target in SPLIT[slug].sections.items():
        address, _hash, there = target.partition("#")
        link = page.part(f'.moved-section[id="{anchor}"] a')["href"]
        assert link == f"/handbook/{address}/" + (f"#{there}" if there else "")
    ids = re.findall(r' id="([^"]+)"', page.html)
    assert len(ids) == len(set(ids))


def test_pages_lead_to_the_previous_and_the_next_in_order(visitor: Client) -> None:
    slugs = list(DOCS)
    for at in (0, 1, len(slugs) - 1):
        page = visit(visitor, f"/handbook/{slugs[at]}/")
        near = {"prev": slugs[at - 1 : at], "next": slugs[at + 1 : at + 2]}
        for rel, there in near.items():
            links = [one["href"] for one in page.parts(f".turn-page [rel={rel}]")]
            assert links == [f"/handbook/{slug}/" for slug in there]


def test_the_search_box_finds_handbook_pages_alone(visitor: Client, alices_bot: object) -> None:
    for address in ("/handbook/", "/handbook/ratings/", "/handbook/kinds-of-decisions/"):
        form = visit(visitor, address).part(".handbook-search form")
        assert form["action"] == "/search/"
        (kind,) = form.parts("[name=kind]")
        found = visit(visitor, f"/search/?q=alcuin&kind={kind['value']}")
        assert "/bots/alcuin/" not in found.hrefs


@pytest.mark.parametrize(("language", "words"), [("en", "Curses for"), ("de", "Flüche für")])
def test_the_tutorial_shows_its_files_and_tables_in_both_languages(
    visitor: Client, language: str, words: str
) -> None:
    page = visit(visitor, "/handbook/bots/tutorial/", headers={"Accept-Language": language})
    assert words in page
    shown = page.texts(".listing code:not(figcaption code)")
    files = sorted((ROOT / "kit" / "starters" / "tutorial").glob("step*.py"))
    assert shown == [" ".join(file.read_text(encoding="utf-8").split()) for file in files]
    assert len(page.parts("table.ledger caption")) == len(files)
    assert ("Schritt 4" if language == "de" else "Step 4") in page.parts("table")[-1].text


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


def test_code_is_coloured_by_classes_and_stays_as_it_was(visitor: Client) -> None:
    page = visit(visitor, "/handbook/bots/first-steps/")
    assert "def" in page.texts("pre .keyword")
    body = render("```python\nx = '<b>'  # y\n```", known=()).body
    assert '<span class="string">&#x27;&lt;b&gt;&#x27;</span>' in body
    assert '<span class="comment"># y</span>' in body
    assert "<span" not in render("```nonsense\ndef x\n```", known=()).body


@pytest.mark.parametrize("target", ["../kit/command.py", "../../secret.csv", "bots/other.csv"])
def test_no_other_file_is_shown(target: str) -> None:
    assert render(f"[x]({target})", known=()).body == "<p>x</p>\n"


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

"""The handbook's figures on ratings match the code."""

import re
from statistics import NormalDist

import pytest
from django.test import Client

from arena.ratings.parameters import FIT_EVERY, SHARE
from arena.ratings.trueskill import BETA, IDLE_GRACE, Rating, interval, ordinal
from tests.website.page import visit
from website.handbook.markdown import render
from website.ladders import rating_words
from website.places import ROOT

LANGUAGES = pytest.mark.parametrize("name", ["ratings.md", "ratings.de.md"])


def words(name: str) -> str:
    return (ROOT / "docs" / name).read_text().replace(",", ".")


@LANGUAGES
def test_the_constants_are_those_of_the_code(name: str) -> None:
    text = words(name)
    assert f"| {rating_words.formula()}" in text
    assert f" {rating_words.certainty()} " in text
    assert f" {rating_words.PROVISIONAL}" in text
    assert f" {IDLE_GRACE:.0f} " in text
    assert f" {FIT_EVERY} " in text
    assert f" {100 / SHARE:.0f} %" in text


@LANGUAGES
def test_expected_scores_are_those_of_the_unit(name: str) -> None:
    lines = re.findall(r"^\| ([\d.]+) \| (\d+) % \|$", words(name), re.MULTILINE)
    assert len(lines) == 6
    for points, share in lines:
        expected = NormalDist().cdf(float(points) / BETA / 2**0.5)
        assert abs(100 * expected - int(share)) <= 0.6, points


@LANGUAGES
def test_the_drawing_has_the_numbers_of_its_bot(name: str) -> None:
    skill = Rating(26, 2)
    low, high = interval(skill)
    drawing = words(name.replace("ratings", "images/interval").replace(".md", ".svg"))
    for number in (f"{low:.1f}", f"{high:.1f}", f"{ordinal(skill):.0f}", "26"):
        assert f">{number}</text>" in drawing
        assert number in words(name)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_shows_the_drawing_with_its_words(visitor: Client, language: str) -> None:
    page = visit(visitor, "/handbook/ratings/", headers={"Accept-Language": language})
    assert page.has("svg[role=img][aria-label]")
    assert ("22,1" if language == "de" else "22.1") in page
    assert "<img" not in page.html.split("<article")[1].split("</article>")[0]


@pytest.mark.parametrize(
    "source", ["../../etc/passwd.svg", "images/../api.svg", "https://example.org/a.svg", "a.svg"]
)
def test_no_other_file_is_drawn(source: str) -> None:
    body = render(f'![a <b> "c"]({source})', known=()).body
    assert body == "<p>a &lt;b&gt; &quot;c&quot;</p>\n"


def test_boards_and_bots_lead_to_it(visitor: Client, alices_bot: object) -> None:
    for page in ("/ladders/dominion-first-game/", "/bots/alcuin/", "/handbook/"):
        assert "/handbook/ratings/" in visit(visitor, page).hrefs

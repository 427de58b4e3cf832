"""What coding assistants read: /llms.txt, documents and ladders as Markdown."""

import re

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from arena.models import Bot, Ladder

pytestmark = pytest.mark.django_db


def test_everything_that_is_linked_is_there(ladder: Ladder, visitor: Client) -> None:
    answer = visitor.get("/llms.txt", headers={"accept-language": "de"})
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    text = answer.content.decode()
    assert f"/ladders/{ladder.slug}.md" in text
    assert "kingsbench play my_bot.py" in text
    found = re.findall(r"\]\(http://testserver(/[^)]+)\)", text)
    assert {"/handbook/protocol.md", "/handbook/rules-dominion.md"} < set(found)
    for address in found:
        assert visitor.get(address).status_code == 200, address


def test_a_ladder_says_its_terms_and_ranking_and_how_to_enter(
    ladder: Ladder, alices_bot: Bot, visitor: Client
) -> None:
    Bot.objects.filter(pk=alices_bot.pk).update(name="[a](http://b) | <i>")
    Ladder.objects.update(limits={"decision_cpu": 3.5})
    text = visitor.get(f"/ladders/{ladder.slug}.md").content.decode()
    assert f"kingsbench upload my_bot.py --to http://testserver --ladder {ladder.slug}" in text
    assert '"decision_cpu": 3.5' in text
    assert r"\[a\]\(http://b\) \| \<i\>" in text
    assert "alice" in text


def test_every_page_has_as_much_code_and_as_many_tables_as_its_html(visitor: Client) -> None:
    text = visitor.get("/llms.txt").content.decode()
    pages = re.findall(r"\]\(http://testserver(/handbook/[^)]+)\.md\)", text)
    assert "/handbook/bots/tutorial" in pages
    for page in pages:
        shown = LexborHTMLParser(visitor.get(f"{page}/").content.decode())
        written = visitor.get(f"{page}.md").content.decode()
        prose = re.sub(r"^ *```.*?^ *```", "", written, flags=re.MULTILINE | re.DOTALL)
        tables = re.findall(r"^\|[ :]*-", prose, re.MULTILINE)
        code = re.findall(r"^ *```", written, re.MULTILINE)
        article = shown.css_first("article, main")
        assert article is not None
        assert (page, len(tables)) == (page, len(article.css("table")))
        assert (page, len(code) // 2) == (page, len(article.css("pre")))


def test_a_handbook_page_as_markdown(visitor: Client) -> None:
    assert visitor.get("/handbook/protocol.md").content.decode().startswith("# ")
    assert visitor.get("/handbook/nothing.md").status_code == 404

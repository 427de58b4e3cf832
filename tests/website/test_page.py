"""The reading of pages in tests."""

import pytest
from django.http import HttpResponse

from tests.website.page import Page

PAGE = """<!doctype html><html lang="en"><head><title>Bots · Us</title><script>hid</script></head>
<body><h1>All <b>bots</b>,  here</h1><p hidden>unseen</p><!-- unseen -->
<ul class="notices"><li class="notice good">Saved.</li></ul>
<h2>Ranks</h2>
<table><thead><tr><th>Bot</th><th>Rating</th></tr></thead><tbody>
  <tr><th><a href="/bots/a/">Alcuin</a><span class="sub">of alice</span></th><td>19.00</td></tr>
  <tr><th><a href="/bots/b/">Bede</a></th><td>7.00</td></tr></tbody></table>
<dl><dt>Seats</dt><dd>2</dd></dl>
<form action="/new/" id="f">
  <label><input type="checkbox" name="wants" value="1" checked> View</label>
  <label><input type="checkbox" name="wants" value="2"> Log</label>
  <select name="game"><option value="d">Dominion</option>
  <option value="k" selected>Kingdomino</option></select><textarea name="note" id="id_note">
dear</textarea><div id="id_note_helptext">Any words.</div>
<ul class="errors" id="id_note_error"><li>Too short.</li></ul></form>
<input name="number" value="3" form="f"></body></html>"""


@pytest.fixture
def page() -> Page:
    return Page(HttpResponse(PAGE))


def test_its_text_is_what_can_be_seen(page: Page) -> None:
    assert "All bots, here Saved. Ranks Bot Rating Alcuin of alice 19.00" in page
    assert "unseen" not in page
    assert "hid" not in page
    assert (page.heading, page.title, page.language) == ("All bots, here", "Bots · Us", "en")
    assert page.message == "Saved."
    assert page.facts == {"Seats": "2"}


def test_a_table_is_read_by_its_heads(page: Page) -> None:
    table = page.table("Ranks")
    assert table.row("Bede")["Rating"] == "7.00"
    assert table.rows[0].cells == ["Alcuin of alice", "19.00"]
    assert table.column("Rating") == ["19.00", "7.00"]
    assert page.link("Bede") == "/bots/b/"
    with pytest.raises(AssertionError, match="no table 'Games'"):
        page.table("Games")


def test_a_form_has_values_choices_and_errors(page: Page) -> None:
    form = page.form("/new/")
    assert form.values("wants") == ["1"]
    assert (form.value("game"), form.value("note"), form.value("number")) == ("k", "dear", "3")
    assert form.choices("game") == {"d": "Dominion", "k": "Kingdomino"}
    assert form.choices("wants") == {"1": "View", "2": "Log"}
    assert form.hint("note") == "Any words."
    assert page.errors == form.errors == {"note": "Too short."}

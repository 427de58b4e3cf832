"""A page as its reader sees it: text, tables, forms, links and messages."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from django.http import HttpResponse
from django.test import Client
from selectolax.lexbor import LexborHTMLParser, LexborNode

INLINE = {
    *("a", "abbr", "b", "bdi", "code", "del", "em", "i", "img", "input", "ins", "kbd", "label"),
    *("mark", "q", "s", "small", "span", "strong", "sub", "sup", "time", "tspan", "u", "var"),
    *("wbr", "button"),
}
UNSEEN = {"head", "script", "style", "template", "_comment", "-comment", "!doctype"}
HEADINGS = "h1, h2, h3, h4, h5, h6, summary, legend"


def visit(browser: Client, path: str, data: Any = None, *, status: int = 200, **more: Any) -> Page:
    """Get a page, which must have this status."""
    page = Page(browser.get(path, data, **more))
    assert page.status == status, (path, page.status)
    return page


class Part:
    """An element with all that is in it."""

    def __init__(self, node: LexborNode) -> None:
        self.node = node

    def __repr__(self) -> str:
        return f"<{self.node.tag}: {self.text[:2000]}>"

    @cached_property
    def html(self) -> str:
        return self.node.html or ""

    @cached_property
    def text(self) -> str:
        """The visible words, with single spaces; blocks are set apart."""
        return _collapsed(_words(self.node))

    def __getitem__(self, attribute: str) -> str:
        return self.node.attributes.get(attribute) or ""

    def __contains__(self, words: str) -> bool:
        """Whether its text has these words."""
        return words in self.text

    def parts(self, css: str) -> list[Part]:
        """All elements that this selector finds, in their order."""
        return [Part(node) for node in self.node.css(css)]

    def part(self, css: str) -> Part:
        """Return the only one."""
        found = self.parts(css)
        assert len(found) == 1, f"{len(found)} are {css} in {self!r}"
        return found[0]

    def has(self, css: str) -> bool:
        return bool(self.node.css(css))

    def texts(self, css: str) -> list[str]:
        return [part.text for part in self.parts(css)]

    @property
    def hrefs(self) -> list[str]:
        """Targets of all links."""
        return [link["href"] for link in self.parts("a[href]")]

    def link(self, words: str) -> str:
        """Return the target of the links with exactly these words; there is only one."""
        [target] = {link["href"] for link in self.parts("a[href]") if link.text == words} or [None]
        assert target, f"no link {words!r} in {self.hrefs}"
        return target

    @property
    def buttons(self) -> list[str]:
        return self.texts("button")

    @property
    def headings(self) -> list[str]:
        return self.texts("h1, h2, h3, h4")

    @property
    def facts(self) -> dict[str, str]:
        """The terms of all definition lists, with what is said of each."""
        terms = {}
        for term in self.node.css("dt"):
            told = term.next
            while told is not None and told.tag != "dd":
                told = told.next
            assert told is not None, term.html
            terms[Part(term).text] = Part(told).text
        return terms

    @property
    def errors(self) -> dict[str, str]:
        """Invalid fields and their messages."""
        lists = self.parts("ul.errors[id$=_error]")
        return {one["id"].removeprefix("id_").removesuffix("_error"): one.text for one in lists}

    def table(self, title: str = "") -> Table:
        """Return the only table, or the first with this caption or below this heading."""
        heading, found = "", []
        for node in self.node.css(f"{HEADINGS}, table"):
            if node.tag != "table":
                heading = Part(node).text
                continue
            caption = node.css_first("caption")
            if not title or title in (heading, Part(caption).text if caption else ""):
                found.append(Table(node))
        assert found, f"no table {title!r} in {self!r}"
        assert title or len(found) == 1, "several tables: say which"
        return found[0]

    def form(self, action: str = "") -> Form:
        """Return the only form of the content, or the one with this action."""
        every = [Form(node, self) for node in self.node.css("form")]
        found = [form for form in every if form["action"] == action]
        assert len(found) == 1, f"{len(found)} of {[form['action'] for form in every]}"
        return found[0]


class Page(Part):
    """A whole answer."""

    def __init__(self, response: HttpResponse | Any) -> None:
        self.status = response.status_code
        self.source = response.content.decode(response.charset or "utf-8")
        self._tree = LexborHTMLParser(self.source)
        assert self._tree.root
        super().__init__(self._tree.root)

    @cached_property
    def html(self) -> str:
        """Return the whole source, to search for what must be nowhere."""
        return self.source

    @property
    def language(self) -> str:
        return self.part("html")["lang"]

    @property
    def title(self) -> str:
        return _collapsed(self.part("title").node.text())

    @property
    def heading(self) -> str:
        return self.part("h1").text

    @property
    def messages(self) -> list[str]:
        """Messages of what was just done."""
        return self.texts("ul.notices > li")

    @property
    def message(self) -> str:
        """The only message."""
        [message] = self.messages
        return message

    @property
    def notices(self) -> list[str]:
        """All boxes that tell something, messages among them."""
        return self.texts(".notice:not([hidden])")

    @property
    def alerts(self) -> list[str]:
        """Errors of whole forms."""
        return self.texts("[role=alert]:not([hidden])")

    @property
    def alert(self) -> str:
        """The only one of these."""
        [alert] = self.alerts
        return alert


class Table(Part):
    """A table with one head."""

    @cached_property
    def head(self) -> list[str]:
        return self.texts("thead tr:last-child > *")

    @cached_property
    def rows(self) -> list[Row]:
        return [Row(node, self.head) for node in self.node.css("tbody > tr")]

    def row(self, words: str) -> Row:
        """Return the only row with these words."""
        found = [row for row in self.rows if words in row.text]
        assert len(found) == 1, f"{len(found)} rows with {words!r} in {self!r}"
        return found[0]

    def column(self, head: str) -> list[str]:
        return [row[head] for row in self.rows]


class Row(Part):
    """A row of a table: `row["Rating"]` is the cell below this head."""

    def __init__(self, node: LexborNode, head: list[str]) -> None:
        super().__init__(node)
        self.head = head

    @cached_property
    def cells(self) -> list[str]:
        return [Part(node).text for node in self.node.iter()]

    def __getitem__(self, head: str) -> str:
        return self.cells[self.head.index(head)] if head in self.head else super().__getitem__(head)


class Form(Part):
    """A form: its fields by name. Fields elsewhere on the page may belong to it."""

    def __init__(self, node: LexborNode, page: Part) -> None:
        super().__init__(node)
        own = self["id"]
        elsewhere = page.parts(f'[name][form="{own}"]') if own else []
        self.fields = [*self.parts("[name]"), *elsewhere]

    def named(self, name: str) -> list[Part]:
        found = [field for field in self.fields if field["name"] == name]
        assert found, f"no field {name!r} in {sorted(self.names)}"
        return found

    @property
    def names(self) -> set[str]:
        return {field["name"] for field in self.fields}

    def values(self, name: str) -> list[str]:
        """What a browser would send, unless it is changed."""
        return [value for field in self.named(name) for value in _values(field)]

    def value(self, name: str) -> str:
        [value] = self.values(name)
        return value

    def choices(self, name: str) -> dict[str, str]:
        """Values that can be chosen, and their words."""
        options = [option for field in self.named(name) for option in field.parts("option")]
        if options:
            return {option["value"]: option.text for option in options}
        return {field["value"]: _label(field) for field in self.named(name)}

    def hint(self, name: str) -> str:
        """The help below a field."""
        return self.part(f"#{self.named(name)[0]['id']}_helptext").text


def _values(field: Part) -> list[str]:
    if field.node.tag == "select":
        options = field.parts("option")
        chosen = [one for one in options if "selected" in one.node.attributes]
        is_single = "multiple" not in field.node.attributes
        return [one["value"] for one in chosen or (options[:1] if is_single else [])]
    if field.node.tag == "textarea":
        return [(field.node.text() or "").removeprefix("\n")]
    if field["type"] in ("checkbox", "radio"):
        return [field["value"] or "on"] if "checked" in field.node.attributes else []
    return [field["value"]]


def _label(field: Part) -> str:
    around: Any = field.node.parent
    while around is not None and around.tag != "label":
        around = around.parent
    return Part(around).text if around is not None else ""


def _words(node: LexborNode) -> str:
    if node.tag == "-text":
        return node.text_content or ""
    if node.tag in UNSEEN or "hidden" in node.attributes:
        return ""
    words = "".join(_words(child) for child in node.iter(include_text=True))
    is_block = node.tag not in INLINE or "sub" in (node.attributes.get("class") or "").split()
    return f" {words} " if is_block else words


def _collapsed(words: str) -> str:
    return re.sub(r"[ \t\r\n\f]+", " ", words).strip(" ")

"""What the tests' browser makes of white space."""

from tests.website.browser import collapsed


def test_white_space_goes_where_no_browser_shows_it() -> None:
    laid_out = (
        '<p >\n  <a\n    href="/"\n  >one</a>\n  two <i>three </i>,\n</p>\n\n<p class="\n a b\n">'
    )
    assert collapsed(laid_out) == '<p><a href="/">one</a> two <i>three</i>,</p><p class="a b">'


def test_what_is_shown_as_typed_stays() -> None:
    typed = "<pre>  two\n lines </pre><textarea>\n x </textarea>"
    assert collapsed(typed) == typed

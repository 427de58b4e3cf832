"""No address and no form input breaks a page, on either database."""

from tests.arena.conftest import platform
from tests.arena.processes import Platform
from tests.website.scripts import odd_addresses, odd_numbers

__all__ = ["platform"]


def test_no_address_and_no_form_breaks_a_page(platform: Platform) -> None:
    platform.environment["DEBUG"] = "true"  # static files under their own names
    addresses, forms, broken = platform.call(odd_addresses.walk)
    assert addresses > 150
    assert forms > 100
    assert broken == []


def test_no_number_in_an_address_or_a_query_breaks_a_page(platform: Platform) -> None:
    platform.environment["DEBUG"] = "true"
    addresses, asked, broken = platform.call(odd_numbers.walk)
    assert addresses > 50
    assert asked > 150
    assert broken == []

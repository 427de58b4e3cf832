"""Avatars are drawn from a name alone."""

from website.site.avatar import COLOURS, METALS, ORDINARIES, shield_of

NAMES = [f"bot-{number}" for number in range(400)]


def test_a_name_always_bears_the_same_arms_in_any_case() -> None:
    assert shield_of("Big Money") == shield_of("big money")


def test_metal_lies_on_colour_or_colour_on_metal() -> None:
    for name in NAMES:
        shield = shield_of(name)
        assert (shield.field in METALS) != (shield.charge in METALS)
        assert {shield.field, shield.charge} <= {*METALS, *COLOURS}


def test_names_spread_over_all_ordinaries() -> None:
    assert {shield_of(name).ordinary for name in NAMES} == set(ORDINARIES)

"""Avatars: shields drawn from names.

The rule of tincture (metal on colour or the reverse) keeps field and charge apart.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

METALS = ("argent", "or")
COLOURS = ("gules", "azure", "vert", "purpure", "sable")

# SVG paths in the box 0 0 20 24, clipped by the shield's edge.
ORDINARIES = {
    "pale": "M7 0h6v24H7z",
    "fess": "M0 8h20v7H0z",
    "bend": "M0 0h5l15 17v7h-2L0 4z",
    "bend sinister": "M20 0h-5L0 17v7h2L20 4z",
    "chevron": "M10 7 20 17v6L10 13 0 23v-6z",
    "cross": "M8 0h4v8h8v4h-8v12H8V12H0V8h8z",
    "saltire": "M0 0h4l6 7 6-7h4v3l-7 8 7 9v4h-3l-7-9-7 9H0v-4l7-9-7-8z",
    "chief": "M0 0h20v8H0z",
    "pile": "M3 0h14l-7 19z",
    "per pale": "M0 0h10v24H0z",
    "per fess": "M0 11h20v13H0z",
    "quarterly": "M0 0h10v11H0zM10 11h10v13H10z",
    "bars": "M0 4h20v4H0zM0 12h20v4H0z",
    "pallets": "M3 0h4v24H3zM13 0h4v24h-4z",
    "bordure": "M0 0h20v24H0zM4 4v8c0 5 3 7 6 8.5 3-1.5 6-3.5 6-8.5V4z",
    "roundel": "M10 5.5a5 5 0 1 0 .01 0z",
    "lozenge": "M10 3 16 11l-6 8-6-8z",
    "canton": "M0 0h10v10H0z",
}

SHIELD = (
    '<svg class="arms" viewBox="-1 -1 22 26" aria-hidden="true" focusable="false"><g>'
    '<path class="arms-{}" d="M0 0h20v24H0z"/>'
    '<path class="arms-{}" fill-rule="evenodd" d="{}"/></g>'
    '<path class="edge" d="M0 0h20v12c0 6-5 9.5-10 12C5 21.5 0 18 0 12z"/></svg>'
)
KEPT = 16_384  # shields of some 400 bytes each


@dataclass(frozen=True)
class Shield:
    """A shield; the tinctures are CSS classes, `path` draws the charge."""

    field: str
    charge: str
    ordinary: str

    @property
    def path(self) -> str:
        return ORDINARIES[self.ordinary]


def shield_of(name: str) -> Shield:
    """Return the shield of a name, always the same."""
    one, two, three, four = hashlib.sha256(name.casefold().encode()).digest()[:4]
    metal = METALS[one % len(METALS)]
    colour = COLOURS[two % len(COLOURS)]
    field, charge = (metal, colour) if three % 2 else (colour, metal)
    return Shield(field, charge, tuple(ORDINARIES)[four % len(ORDINARIES)])


@lru_cache(KEPT)
def shield_svg(name: str) -> SafeString:
    """Return the shield as cached SVG: a page may show a hundred."""
    found = shield_of(name)
    return format_html(SHIELD, found.field, found.charge, found.path)

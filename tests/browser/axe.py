"""Accessibility violations that axe-core finds on a page."""

from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).with_name("vendor") / "axe-4.14.1.min.js"
GRAVE = ("serious", "critical")
# A card's face shows figures, which its label says in words: "10 cards, cost 2".
OPTIONS = {
    "resultTypes": ["violations"],
    "preload": False,  # its files serve two rules that are off or not grave
    "rules": {"label-content-name-mismatch": {"enabled": False}},
}


def violations(page: Page) -> list[str]:
    """List serious and critical violations, each with its first element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found = page.evaluate("options => axe.run(document, options)", OPTIONS)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
    ]

"""Accessibility violations that axe-core finds on a page."""

from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).with_name("vendor") / "axe-4.14.1.min.js"
GRAVE = ("serious", "critical")
# What these find is moderate or minor, whatever it is.
LESSER = (
    "aria-allowed-role", "aria-deprecated-role", "empty-heading", "empty-table-header",
    "form-field-multiple-labels", "heading-order", "html-xml-lang-mismatch",
    "image-redundant-alt", "landmark-banner-is-top-level", "landmark-contentinfo-is-top-level",
    "landmark-main-is-top-level", "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo", "landmark-no-duplicate-main", "landmark-one-main",
    "landmark-unique", "meta-viewport", "meta-viewport-large", "no-autoplay-audio",
    "page-has-heading-one", "presentation-role-conflict", "region", "scope-attr-valid",
    "server-side-image-map", "skip-link", "table-duplicate-name",
)  # fmt: skip
# A card's face shows figures, which its label says in words: "10 cards, cost 2".
OFF = (*LESSER, "label-content-name-mismatch")
OPTIONS = {
    "resultTypes": ["violations"],
    "preload": False,  # its files serve two rules that are off or not grave
    "rules": {name: {"enabled": False} for name in OFF},
}
# Half of axe's time goes into contrast. Style sheets alone colour our pages: the first of those
# that are alike to them, with all around them, speak for the rest.
MARK_ALIKE = """() => {
  const told = /^(class|aria-(current|pressed|sort)|data-(count|part)|rel|role|type)$/;
  const tell = (one, name) => (told.test(name) ? `${name}=${one.getAttribute(name)}` : name);
  const looks = new Map([[document.documentElement, ""]]), seen = new Map();
  for (const one of document.querySelectorAll("html *")) {
    const names = one.getAttributeNames().filter((name) => name !== "data-alike");
    const own = names.map((name) => tell(one, name));
    const look = `${looks.get(one.parentElement)} ${one.localName}[${own}]`;
    looks.set(one, look);
    seen.set(look, (seen.get(look) ?? 0) + 1);
    one.toggleAttribute("data-alike", seen.get(look) > 4);
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: ":not([data-alike])" }] });
}"""


def violations(page: Page) -> list[str]:
    """List serious and critical violations, each with its first element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    page.evaluate(MARK_ALIKE)
    found = page.evaluate("options => axe.run(document, options)", OPTIONS)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
    ]

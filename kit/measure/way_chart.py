"""Charts of the way that tuned numbers took: for the terminal, and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kit.measure.constants import written
from kit.measure.spsa import Param, Spsa
from kit.terminal import quantity

ROWS, COLUMNS = 7, 60
WIDTH, HEIGHT, LEFT, TOP, BELOW = 640, 150, 70, 34, 26
STYLE = (
    "text{font:13px sans-serif;fill:#222}.bound{stroke:#999}.way{stroke:#2563eb;fill:none;"
    "stroke-width:2}.end{fill:#2563eb}@media(prefers-color-scheme:dark){svg{background:#111}"
    "text{fill:#eee}.way{stroke:#7aa2ff}.end{fill:#7aa2ff}}"
)


def lines(param: Param, way: Sequence[float]) -> list[str]:
    """Draw one number's way between its bounds."""
    columns = min(COLUMNS, len(way))
    shown = [way[round(at * (len(way) - 1) / max(1, columns - 1))] for at in range(columns)]
    rows = [round(share(param, value) * (ROWS - 1)) for value in shown]
    labels = {0: written(param.low), ROWS - 1: written(param.high)}
    wide = max(map(len, labels.values()))
    title = f"{param.name}: {written(param.start)} -> {written(param.value(way[-1]))}"
    drawn = [
        f"{labels.get(row, ''):>{wide}} |" + "".join("*" if at == row else " " for at in rows)
        for row in reversed(range(ROWS))
    ]
    return [title, *(line.rstrip() for line in drawn)]


def share(param: Param, value: float) -> float:
    return (value - param.low) / (param.high - param.low)


def svg(spsa: Spsa) -> str:
    """Draw all numbers, one below the other."""
    tall = HEIGHT + TOP + BELOW
    panels = [
        f'<g transform="translate(0 {number * tall})">{_panel(param, way)}</g>'
        for number, (param, way) in enumerate(zip(spsa.params, spsa.ways(), strict=True))
    ]
    size = f'width="{WIDTH + LEFT + 20}" height="{tall * len(panels)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        f"<title>{escape(', '.join(param.name for param in spsa.params))}</title>"
        f"<style>{STYLE}</style>{''.join(panels)}</svg>\n"
    )


def _panel(param: Param, way: Sequence[float]) -> str:
    last = max(1, len(way) - 1)
    points = [
        (LEFT + WIDTH * number / last, TOP + HEIGHT * (1 - share(param, value)))
        for number, value in enumerate(way)
    ]
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    bounds = "".join(
        f'<line class="bound" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y}" y2="{y}"/>'
        f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{written(bound)}</text>'
        for bound, y in ((param.high, TOP), (param.low, TOP + HEIGHT))
    )
    x, y = points[-1]
    title = f"{param.name}: {written(param.start)} → {written(param.value(way[-1]))}"
    return (
        f'<text x="{LEFT}" y="20">{escape(title)}</text>{bounds}'
        f'<polyline class="way" points="{drawn}"/>'
        f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 18}" text-anchor="end">'
        f"{quantity(len(way) - 1, 'iteration')}</text>"
    )

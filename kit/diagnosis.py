"""The command `kingsbench doctor`."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kit import trigrams
from kit.play import report
from kit.play.report import plain
from kit.run import runtimes
from sandbox.doctor import Check, Diagnosis, examine


def diagnose(*, as_json: bool) -> bool:
    """Print what works here; may strangers' bots run?"""
    found, remedy = examine(runtimes.configured()), trigrams.remedy()
    if as_json:
        report.print_json(found.to_json() | {"search_remedy": remedy})
    else:
        print_diagnosis(found)
        print_search_remedy(remedy)
    return found.may_run_strangers


def print_diagnosis(found: Diagnosis) -> None:
    console = Console()
    table = Table("Layer", "State", "Found", box=SIMPLE_HEAD, pad_edge=False)
    for layer in found.layers:
        table.add_row(plain(layer.name), _state(layer), plain(layer.found))
    console.print(table)
    _print_remedies(console, [layer for layer in found.layers if not layer.holds])
    _print_probes(console, found)
    for verdict in found.levels:
        if not verdict.holds:
            needs = ", ".join(verdict.missing) or verdict.problem
            console.print(plain(f"Level {verdict.level} needs: {needs}."), soft_wrap=True)
    if found.may_run_strangers:
        console.print(f"Level {found.level} works: uploaded bots can run here.")
    else:
        console.print("No level works: only the bundled bots can run here, unrated.")
        console.print(plain(found.levels[-1].problem, lines=True), soft_wrap=True)


def print_search_remedy(remedy: str) -> None:
    if remedy:
        words = f"To let the site's search find misspelled names:\n    {remedy}"
        Console().print(plain(words, lines=True), soft_wrap=True)


def _state(layer: Check) -> Text:
    if layer.holds:
        return plain("holds", style="green")
    words = {"none": "weaker without", "required": "missing for required", "rootless": "missing"}
    return plain(words[layer.needed_for], style="yellow" if layer.needed_for == "none" else "red")


def _print_remedies(console: Console, layers: list[Check]) -> None:
    mended: dict[str, list[str]] = {}
    for layer in layers:
        mended.setdefault(layer.mend, []).append(layer.name)
    for remedy, names in mended.items():
        words = f"To fix {', '.join(names)}:\n    {remedy}"
        console.print(plain(words, lines=True), soft_wrap=True)
    if layers:
        console.print()


def _print_probes(console: Console, found: Diagnosis) -> None:
    groups: dict[str, list[bool]] = {}
    for probe in found.probes:
        groups.setdefault(probe.group, []).append(probe.held)
    if groups:
        console.print("Tried from inside a jail and refused:")
    for group, held in groups.items():
        console.print(f"    {group}: {sum(held)} of {len(held)}", highlight=False)

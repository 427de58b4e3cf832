"""The command `kingsbench doctor`: what works on this machine, and how to fix the rest."""

import os

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.core.search_index import EXTENSION, HAS_TRIGRAMS, TRIGRAM_INDEXES
from kit.play import report
from kit.play.report import plain
from kit.run import runtimes
from sandbox.doctor import Check, Diagnosis, examine

CONNECT_SECONDS = 5
NEEDED_FOR = {  # state and style of a layer that does not hold, by what it is needed for
    "none": ("weaker without", "yellow"),
    "required": ("missing for required", "red"),
    "rootless": ("missing", "red"),
}


def diagnose(*, as_json: bool) -> bool:
    """Print what works here, and return whether strangers' bots may run."""
    diagnosis, remedy = examine(runtimes.configured_runtime()), search_remedy()
    if as_json:
        report.print_json(diagnosis.to_json() | {"search_remedy": remedy})
    else:
        print_diagnosis(diagnosis)
        print_search_remedy(remedy)
    return diagnosis.may_run_strangers


def print_diagnosis(diagnosis: Diagnosis) -> None:
    console = Console()
    table = Table("Layer", "State", "Found", box=SIMPLE_HEAD, pad_edge=False)
    for layer in diagnosis.layers:
        state, style = ("holds", "green") if layer.holds else NEEDED_FOR[layer.needed_for]
        table.add_row(plain(layer.name), plain(state, style=style), plain(layer.found))
    console.print(table)
    _print_remedies(console, [layer for layer in diagnosis.layers if not layer.holds])
    _print_probes(console, diagnosis)
    for verdict in diagnosis.levels:
        if not verdict.holds:
            needs = ", ".join(verdict.missing) or verdict.problem
            console.print(plain(f"Level {verdict.level} needs: {needs}."), soft_wrap=True)
    if diagnosis.may_run_strangers:
        console.print(f"Level {diagnosis.level} works: uploaded bots can run here.")
    else:
        console.print("No level works: only the bundled bots can run here, unrated.")
        console.print(plain(diagnosis.levels[-1].problem, lines=True), soft_wrap=True)


def _print_remedies(console: Console, layers: list[Check]) -> None:
    """Print each remedy once, with the names of all layers that it mends."""
    mended: dict[str, list[str]] = {}
    for layer in layers:
        mended.setdefault(layer.mend, []).append(layer.name)
    for remedy, names in mended.items():
        words = f"To fix {', '.join(names)}:\n    {remedy}"
        console.print(plain(words, lines=True), soft_wrap=True)
    if layers:
        console.print()


def _print_probes(console: Console, diagnosis: Diagnosis) -> None:
    groups: dict[str, list[bool]] = {}
    for probe in diagnosis.probes:
        groups.setdefault(probe.group, []).append(probe.held)
    if groups:
        console.print("Tried from inside a jail and refused:")
    for group, held in groups.items():
        console.print(f"    {group}: {sum(held)} of {len(held)}", highlight=False)


def search_remedy() -> str:
    """Return the command that lets the platform's search find misspelled names.

    It is empty where nothing is missing, and where no PostgreSQL can be asked.
    """
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith(("postgres://", "postgresql://")):
        return ""
    try:
        import psycopg  # noqa: PLC0415  # kingsbench[server] alone has it
    except ImportError:
        return ""
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            row = connection.execute(HAS_TRIGRAMS).fetchone()
            name = connection.info.dbname
    except psycopg.Error:
        return ""  # that it cannot be reached is said by the site's health
    if row == (True,):
        return ""
    return f"sudo -u postgres psql -d {name} -c '{'; '.join((EXTENSION, *TRIGRAM_INDEXES))}'"


def print_search_remedy(remedy: str) -> None:
    if remedy:
        words = f"To let the site's search find misspelled names:\n    {remedy}"
        Console().print(plain(words, lines=True), soft_wrap=True)

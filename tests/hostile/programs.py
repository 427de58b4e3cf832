"""Attacking bots that are programs: sources in node/ and binary/, one upload per language.

As in bots/, a source's first line says how it must end, its second why. The greeting's config names
the attack.
"""

import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.hostile.cases import Case

HERE: Final = Path(__file__).parent
SOURCES: Final = [*sorted(HERE.glob("node/[a-z]*.js")), *sorted(HERE.glob("binary/[a-z]*.c"))]
COMPILERS: Final = {"node": "node", "binary": "gcc"}
MANIFESTS: Final = {
    "node": 'language = "node"\ncommand = ["node", "bot.js"]\n',
    "binary": 'language = "binary"\ncommand = ["./bot"]\n',
}


@dataclass(frozen=True)
class Attack(Case):
    """One attack of a program in this language."""

    language: str


def _attack(path: Path) -> Attack:
    source = path.read_text("utf-8")
    expect, why, *_ = (line.removeprefix("// ") for line in source.splitlines())
    endings = tuple(expect.removeprefix("expect: ").split("|"))
    name = path.stem
    return Attack(name, name.split("_")[0], endings, why, source, path.parent.name)


ATTACKS: Final = [_attack(path) for path in SOURCES]


def attacker(language: str, folder: Path) -> Path:
    """The upload of a bot that knows every attack in its language."""
    need(language)
    mine = [attack for attack in ATTACKS if attack.language == language]
    if language == "binary":
        return zipped(folder, language, {"bot": compiled(_all_in_one(mine), folder)})
    prelude = {"bot.js": (HERE / "node/_prelude.js").read_bytes()}
    exported = "\nmodule.exports = attack;\n"
    scripts = {f"{attack.name}.js": (attack.source + exported).encode() for attack in mine}
    return zipped(folder, language, prelude | scripts)


def _all_in_one(attacks: list[Attack]) -> str:
    """Return one C source with every attack under its own name."""
    parts = ['#include "_prelude.h"']
    for attack in attacks:
        parts += [f"#define attack {attack.name}", f'#include "{attack.name}.c"']
        parts += ["#undef attack"]
    pairs = ", ".join(f'{{"{attack.name}", {attack.name}}}' for attack in attacks)
    return "\n".join([*parts, f"#define ATTACKS {pairs}", '#include "_main.h"', ""])


def zipped(folder: Path, language: str, files: dict[str, bytes]) -> Path:
    """A bot of these files in a zip, with the usual manifest of its language."""
    path = folder / "bot.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("kingsbench.toml", MANIFESTS[language])
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def need(language: str) -> None:
    """Skip, loudly, where the language is missing."""
    if not shutil.which(COMPILERS[language]):
        pytest.skip(f"NO {COMPILERS[language]} ON THIS MACHINE, SO NOTHING WAS TESTED")


def compiled(source: str, folder: Path, *flags: str) -> bytes:
    """A C source as a program, static unless the flags say otherwise."""
    need("binary")
    words = ["gcc", "-w", "-pthread", "-I", str(HERE / "binary"), *(flags or ("-static",))]
    target = folder / "program"
    subprocess.run([*words, "-xc", "-", "-o", str(target)], input=source.encode(), check=True)
    return target.read_bytes()

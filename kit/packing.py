"""Zip a bot in another language for upload."""

import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from kit.errors import BadInput

SAMPLES = Path(__file__).parent / "bots" / "other_languages"
SUFFIXES = (".js", ".c")
GAME = "dominion"  # of the samples
COMPILE = ("-O2", "-static", "-Wall", "-Wextra")


def starter_source(path: Path) -> Path:
    return SAMPLES / f"big_money{path.suffix}"


def pack(source: Path) -> Path:
    """Write the zip beside the source. Raises BadInput."""
    if not source.is_file():
        raise BadInput(f"there is no file {source}")
    if source.suffix == ".js":
        manifest = 'language = "node"\ncommand = ["node", "bot.js"]\n'
        return _written(source, manifest, {"bot.js": source.read_bytes()})
    if source.suffix == ".c":
        manifest = 'language = "binary"\ncommand = ["./bot"]\n'
        return _written(source, manifest, {"bot": compile_c(source), "bot.c": source.read_bytes()})
    raise BadInput(f"{source} is not a .js or .c file; use zip for other files, see the guide")


def _written(source: Path, manifest: str, files: dict[str, bytes]) -> Path:
    target = source.with_suffix(".zip")
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("kingsbench.toml", manifest)
            for name, content in files.items():
                archive.writestr(name, content)
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror}") from error
    return target


def compile_c(source: Path) -> bytes:
    """The statically linked program. Raises BadInput."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise BadInput("there is no C compiler; run: sudo apt-get install -y gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "bot"
        words = [compiler, *COMPILE, str(source), "-o", str(target)]
        if subprocess.run(words, check=False).returncode:
            raise BadInput(f"{source} does not compile; see the output above")
        return target.read_bytes()

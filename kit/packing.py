"""Zip a bot in another language, or in a folder, for upload."""

import atexit
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from kit.errors import BadInput
from sandbox.guest.upload_rules import is_skipped

SAMPLES = Path(__file__).parent / "bots" / "other_languages"
SUFFIXES = (".js", ".c")
GAME = "dominion"  # of the samples
TOPS = ("bot.py", "kingsbench.toml")
NOTES = "AGENTS.md"
COMPILE = ("-O2", "-static", "-Wall", "-Wextra")


def starter_source(path: Path) -> Path:
    return SAMPLES / f"big_money{path.suffix}"


def pack(source: Path) -> Path:
    """Write the zip beside the source. Raises BadInput."""
    if source.is_dir():
        return pack_folder(source, source.resolve().with_suffix(".zip"))
    if not source.is_file():
        raise BadInput(f"there is no file {source}")
    if source.suffix == ".js":
        manifest = 'language = "node"\ncommand = ["node", "bot.js"]\n'
        return _written(source, manifest, {"bot.js": source.read_bytes()})
    if source.suffix == ".c":
        manifest = 'language = "binary"\ncommand = ["./bot"]\n'
        return _written(source, manifest, {"bot": compile_c(source), "bot.c": source.read_bytes()})
    raise BadInput(f"{source} is not a .js or .c file; use zip for other files, see the guide")


def as_file(path: Path) -> Path:
    """Zip a folder until the command ends; leave files. Raises BadInput."""
    if not path.is_dir():
        return path
    folder = tempfile.mkdtemp(prefix="kingsbench-pack-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return pack_folder(path, Path(folder, f"{path.resolve().name}.zip"))


def pack_folder(folder: Path, target: Path) -> Path:
    """The same bytes for the same files. Raises BadInput."""
    if not any((folder / name).is_file() for name in TOPS):
        tops = " or ".join(TOPS)
        raise BadInput(f"{folder} is a folder without {tops}: one of them must be at its top")
    files = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return _zip(target, {name: files[name].read_bytes() for name in files if _is_packed(name)})


def _is_packed(name: str) -> bool:
    parts = name.split("/")
    is_hidden = any(part.startswith(".") for part in parts)
    return not (is_hidden or is_skipped(name) or parts[-1].startswith("test_") or name == NOTES)


def _written(source: Path, manifest: str, files: dict[str, bytes]) -> Path:
    return _zip(source.with_suffix(".zip"), {"kingsbench.toml": manifest.encode(), **files})


def _zip(target: Path, files: dict[str, bytes]) -> Path:
    try:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                entry = zipfile.ZipInfo(name)  # without a date
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, content)
    except OSError as error:
        raise BadInput(f"cannot write {target}: {error.strerror}") from error
    return target


def compile_c(source: Path) -> bytes:
    """Return the statically linked program. Raises BadInput."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise BadInput("there is no C compiler; run: sudo apt-get install -y gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "bot"
        words = [compiler, *COMPILE, str(source), "-o", str(target)]
        if subprocess.run(words, check=False).returncode:
            raise BadInput(f"{source} does not compile; see the output above")
        return target.read_bytes()

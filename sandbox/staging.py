"""Build what a jail sees: a small root, and the bots.

All is copied, since a slot's uid cannot enter a private clone.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from sandbox.errors import HostFailure, JailUnavailable
from sandbox.errors import gettext_noop as _
from sandbox.guest_code import PYTHON, modules
from sandbox.languages import BINARY, Manifest
from sandbox.limits import MIB
from sandbox.runner import Prepared
from sandbox.staging_folder import BOTS_ROOM, base_folder, is_ours, memory_of

INSTALL: Final = "sudo apt-get install -y python3.11"
LIBRARY: Final = Path("/usr/lib/python3.11")
PACKAGES: Final = "/usr/lib/python3.11/site-packages"  # modules of a runtime, if any
CODE: Final = "kingsbench"  # the folder of our code in the jail's root
FILTER: Final = "filter.bpf"
BOT: Final = "bot"
STAGE: Final = "stage"  # holds the folder of a zygote's bot
STALE_AFTER: Final = 60.0  # seconds; files in use are locked
ROOT_STALE_AFTER: Final = 3600.0  # in memory
OWN_FILES: Final = 4 * MIB  # each root's copy of our code

# Parts of the standard library that need a screen, a terminal, a network or a compiler.
LEFT_OUT: Final = shutil.ignore_patterns(
    "__pycache__", "config-*", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "site-packages",
    "dist-packages", "test", "tests", "tkinter", "turtledemo", "_ssl.*", "_hashlib.*", "_sqlite3.*",
    "readline.*", "_curses*", "nis.*", "_dbm.*", "_gdbm.*", "_tkinter.*", "_test*", "xx*",
    "sitecustomize.py", "EXTERNALLY-MANAGED",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Files laid over a root: place there -> source."""

    name: str
    files: Mapping[str, Path]
    modules: str = ""

    @property
    def fingerprint(self) -> str:
        digest = sha256(Path(__file__).read_bytes())
        for where, path in sorted(self.files.items()):
            file = path.stat()
            digest.update(f"{where}\0{path}\0{file.st_size}\0{file.st_mtime_ns}\0".encode())
        return digest.hexdigest()[:20]

    @property
    def weight(self) -> int:
        """Bytes, with compiled modules."""
        modules = (path for path in self.files.values() if path.suffix == ".py")
        return memory_of(self.files.values()) + (memory_of(modules) if self.modules else 0)

    def fill(self, folder: Path) -> None:
        for where, path in self.files.items():
            copy = folder / where.lstrip("/")
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            copy.chmod(0o755 if os.access(path, os.X_OK) else 0o644)
        if self.modules:
            _compile(folder / self.modules.lstrip("/"))
        _open(folder)


@cache
def jail_root(
    program: bytes,
    layers: tuple[Layer, ...] = (),
    engine: Path | None = None,
    *,
    has_stage: bool = True,
) -> Path:
    """Build a jail's root, once per version. Raises JailUnavailable.

    `engine`: a folder with a compiled build of the package, in place of its sources. `has_stage`:
    the bot's folder is a link into another one, as zygotes need it.
    """
    if not PYTHON.exists() or not LIBRARY.exists():
        words = _("%(program)s is missing; run: %(command)s")
        raise JailUnavailable(words, program=str(PYTHON), command=INSTALL)
    roots = subfolder("roots")
    code = modules(engine)
    kind = "root" if has_stage else "plain"
    root = roots / f"{kind}-{_fingerprint(program, layers, code)}"
    parts: dict[Path, Callable[[Path], None]] = {roots / f"base-{_fingerprint_of_python()}": _fill}
    parts |= {roots / f"{layer.name}-{layer.fingerprint}": layer.fill for layer in layers}
    try:
        if not root.exists():
            _sweep(roots, older_than=ROOT_STALE_AFTER)
            for folder, fill in parts.items():
                if not folder.exists():
                    _build(folder, fill)
            _build(root, lambda aside: _furnish(aside, parts, program, code, has_stage=has_stage))
    except (OSError, subprocess.CalledProcessError) as problem:
        words = _("no jail can be created in %(folder)s: %(problem)s")
        raise JailUnavailable(words, folder=str(roots), problem=str(problem)) from problem
    for folder in (root, *parts):
        _keep(folder)
    return root


def memory_needed(roots: Iterable[tuple[Layer, ...]]) -> int:
    """Bytes that these roots take, and bots beside them."""
    every = list(roots)
    layers = {layer for root in every for layer in root}
    library = list(_library())
    modules = [path for path in library if path.suffix == ".py"]  # each also compiled
    libraries = linked_libraries([PYTHON, *(path for path in library if path.suffix == ".so")])
    python = memory_of([PYTHON, *library, *modules, *libraries])
    own = len(every) * OWN_FILES
    return python + sum(layer.weight for layer in layers) + own + BOTS_ROOM


def _library() -> Iterator[Path]:
    for folder, folders, names in os.walk(LIBRARY):
        left_out = LEFT_OUT(folder, [*folders, *names])
        folders[:] = [name for name in folders if name not in left_out]
        yield from (Path(folder, name) for name in names if name not in left_out)


def _keep(folder: Path) -> None:
    """Lock it against sweeps while this process lives."""
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(lock, fcntl.LOCK_SH)
        os.utime(folder)


def _fingerprint(program: bytes, layers: Iterable[Layer], code: Mapping[str, Path]) -> str:
    parts = [_fingerprint_of_python(), *(layer.fingerprint for layer in layers)]
    digest = sha256(program + " ".join(parts).encode())
    for where, path in code.items():
        digest.update(f"{where}\0".encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:20]


def _fingerprint_of_python() -> str:
    digest = sha256(Path(__file__).read_bytes())
    for path in (PYTHON, LIBRARY, LIBRARY / "lib-dynload"):
        digest.update(f"{path}{path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:20]


def _build(target: Path, fill: Callable[[Path], None]) -> None:
    """Fill a folder aside and rename it at the end, so that no jail sees half of it."""
    aside = Path(tempfile.mkdtemp(prefix="new-", dir=target.parent))
    try:
        fill(aside)
        aside.chmod(0o755)
        with suppress(OSError):  # another worker was faster
            aside.rename(target)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _fill(folder: Path) -> None:
    for name in ("usr/bin", "usr/lib", "dev", BOT, CODE):
        (folder / name).mkdir(parents=True)
    (folder / "lib").symlink_to("usr/lib")
    (folder / "lib64").symlink_to("usr/lib64")
    for device in ("null", "urandom"):
        (folder / "dev" / device).touch()
    shutil.copy2(PYTHON, folder / "usr/bin")
    shutil.copytree(LIBRARY, folder / "usr/lib" / LIBRARY.name, ignore=LEFT_OUT)
    modules = (folder / "usr/lib" / LIBRARY.name / "lib-dynload").glob("*.so")
    for library in linked_libraries([PYTHON, *modules]):
        copy = folder / path_in_root(library).lstrip("/")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library, copy)
        copy.chmod(0o755)
    _compile(folder / "usr/lib" / LIBRARY.name)
    _open(folder)


def _furnish(
    root: Path,
    parts: Iterable[Path],
    program: bytes,
    code: Mapping[str, Path],
    *,
    has_stage: bool,
) -> None:
    """Put our code and the filter into a root, over hard links to its parts."""
    for part in parts:
        shutil.copytree(part, root, symlinks=True, copy_function=_link, dirs_exist_ok=True)
    for where, path in code.items():
        copy = root / CODE / where
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (root / CODE / "sandbox/__init__.py").touch()
    (root / CODE / FILTER).write_bytes(program)
    _compile(root / CODE)
    _open(root / CODE)
    if has_stage:
        (root / BOT).rmdir()
        (root / STAGE / BOT).mkdir(parents=True)
        (root / BOT).symlink_to(f"{STAGE}/{BOT}")
        _open(root / STAGE)


def _link(source: str, target: str) -> None:
    Path(target).unlink(missing_ok=True)
    Path(target).hardlink_to(source)


def _compile(folder: Path) -> None:
    """Compile the modules; for fast starts, no interpreter checks them against their sources."""
    words = ["-I", "-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"]
    subprocess.run([PYTHON, *words, folder], check=False, stdout=subprocess.DEVNULL)


def _open(folder: Path) -> None:
    """Make files world-readable and owner-writable, whatever the umask."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def path_in_root(path: Path) -> str:
    """Return a host file's path in the root, where /lib links into /usr."""
    return "/usr/" + str(path).removeprefix("/usr").lstrip("/")


def linked_libraries(programs: Iterable[Path]) -> set[Path]:
    output = subprocess.run(["ldd", *programs], check=True, capture_output=True, text=True).stdout
    words = {word for line in output.splitlines() if line[:1] == "\t" for word in line.split()}
    libraries = {Path(word) for word in words if word.startswith("/")}
    gcc = [path for path in (p.with_name("libgcc_s.so.1") for p in libraries) if path.exists()]
    return libraries | set(gcc)  # libgcc is loaded by name when a thread is cancelled


def stage(files: Mapping[str, bytes], manifest: Manifest | None = None) -> Prepared:
    """Write files, names already checked, to a new folder."""
    started = manifest or Manifest()
    bots = subfolder("bots", 0o711)  # other users must not list it
    _sweep(bots, older_than=STALE_AFTER)
    folder = Path(tempfile.mkdtemp(prefix="bot-", dir=bots))
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    fcntl.flock(lock, fcntl.LOCK_SH)
    prepared = Prepared(folder, lock, started)
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        _open(folder)
        if started.language == BINARY:
            (folder / started.words[0]).chmod(0o755)
    except OSError as problem:
        prepared.close()
        raise HostFailure(f"the bot could not be staged: {problem}") from problem
    return prepared


def make_stage(folder: Path) -> Path:
    """Make a folder in which bots follow each other, and which no bot can list.

    Positions in a folder's listing (`d_off`) grow with each entry that it ever had, so they would
    tell how many bots came before. Raises HostFailure.
    """
    stage = folder / STAGE
    try:
        stage.mkdir()
        stage.chmod(0o311)
    except OSError as problem:
        raise HostFailure(f"no bot can be staged: {problem}") from problem
    return stage


def link_files(source: Path, stage: Path) -> None:
    """Put a bot into a fresh folder. Raises HostFailure."""
    try:
        shutil.copytree(source, stage / BOT, copy_function=os.link)
    except (OSError, shutil.Error) as problem:
        raise HostFailure(f"the bot could not be staged: {problem}") from problem


def unlink_files(stage: Path) -> None:
    """Take a bot out of the folder. Raises OSError."""
    with suppress(FileNotFoundError):
        shutil.rmtree(stage / BOT)


def subfolder(name: str, mode: int = 0o755) -> Path:
    """Make a folder in the staging folder. Raises JailUnavailable."""
    folder = base_folder() / name
    try:
        folder.mkdir(exist_ok=True)
        folder.chmod(mode)
    except OSError as problem:
        words = _("%(folder)s cannot be used: %(problem)s")
        raise JailUnavailable(words, folder=str(folder), problem=problem.strerror) from problem
    return folder


def locks_folder() -> Path:
    """Return the slots' locks; root's are per machine, like uids."""
    folder = Path("/run/kingsbench")
    if os.geteuid() == 0:
        with suppress(OSError):
            folder.mkdir(mode=0o755, exist_ok=True)
            if is_ours(folder):
                return folder
    return subfolder("slots")


def _sweep(folder: Path, *, older_than: float) -> None:
    """Remove folders that are old and unlocked: workers that died left them."""
    for path in folder.iterdir():
        with suppress(OSError):
            if path.stat().st_mtime < time.time() - older_than and _unlock(path):
                with suppress(OSError):
                    (path / STAGE).chmod(0o700)
                shutil.rmtree(path, ignore_errors=True)


def _unlock(path: Path) -> bool:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True

"""House rules that can be checked automatically: layout, sizes, locks, links."""

import ast
import platform
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.steps import checks

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 800
LONGEST_FUNCTION = 60
WIDEST_LINE = 120  # of pages, style and scripts; the formatters leave long strings as they are
CODE = {".py", ".js", ".css", ".sh", ".html", ""}
NOT_OURS = ("platform/website/static/vendor/", "tests/browser/vendor/", "LICENSE")


@cache
def tracked() -> list[Path]:
    """Every file that is in the repository or about to be."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and not name_of(path).startswith(NOT_OURS)]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_files() -> Iterator[tuple[str, str]]:
    for path in tracked():
        try:
            yield name_of(path), path.read_text()
        except UnicodeDecodeError:
            continue


def functions(*, of_tests: bool) -> Iterator[tuple[str, int]]:
    """Yield every hand-written function of ours: its place and its number of lines."""
    for path in tracked():
        name = name_of(path)
        written = path.suffix == ".py" and "/migrations/" not in name and "hostile/bots" not in name
        if not written or name.startswith("tests/") != of_tests:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{name}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1


# --- layout --------------------------------------------------------------------------------------
def test_platform_is_an_import_root_and_the_standard_library_keeps_its_name() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    assert Path(platform.__file__).parent == Path(sysconfig.get_path("stdlib"))
    # As a script from the root sees it, where the folder comes first on the path:
    seen = subprocess.run(
        [sys.executable, "-c", "import platform, website; print(platform.python_version())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert seen.stdout.strip() == platform.python_version(), seen.stderr


def test_site_and_jail_read_the_same_rules_for_uploads() -> None:
    link = ROOT / "arena" / "bots" / "upload_rules.py"
    assert link.is_symlink()
    assert link.resolve() == ROOT / "sandbox" / "guest" / "upload_rules.py"


def test_every_folder_of_tests_is_a_package() -> None:
    folders = {path.parent for path in tracked() if name_of(path).startswith("tests/")}
    holding_code = {folder for folder in folders if any(folder.glob("*.py"))}
    lacking = [name_of(one) for one in holding_code if not (one / "__init__.py").exists()]
    assert [name for name in lacking if "hostile/bots" not in name] == []


def test_no_module_is_named_for_nothing() -> None:
    vague = {"utils", "util", "helpers", "misc", "common", "services", "signals"}
    code = [path for path in tracked() if path.suffix == ".py"]
    ours = [path for path in code if not name_of(path).startswith("tests/")]
    assert [name_of(path) for path in ours if {path.stem, path.parent.name} & vague] == []


def test_the_import_contracts_hold() -> None:
    step = next(step for step in checks() if step.name == "import contracts")
    done = subprocess.run(
        [sys.executable, *step.words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


# --- names ---------------------------------------------------------------------------------------
PARTICIPLE = re.compile(
    r"_*([a-z]+ed|begun|built|chosen|dealt|done|drawn|found|given|gone|held|hidden|kept|known|laid"
    r"|left|lost|made|meant|met|paid|said|seen|sent|shown|sold|spent|taken|told|won|written)"
)
MARKED = re.compile(r"(verb|when|register)\b")
NO_PARTICIPLES = {"embed", "feed", "need", "seed", "speed"}
# Decorators, a view, and the SDK's and the tutorial's, which bots use.
OLD_NAMES = {"featured", "hosted", "seated", "wanted"}


def is_house_bot(path: Path) -> bool:
    return path.parent == ROOT / "kit" / "bots"


def test_no_function_is_named_by_a_participle_alone() -> None:
    """`found` may find, create or return; an imperative or a noun says which.

    Methods without an underscore may be (a state's, a query's), and Dominion's verbs, whose names
    are in records. House bots keep their text: a change is a new version.
    """
    product = ("engine/", "sandbox/", "arena/", "platform/", "kit/")
    code = [path for path in tracked() if path.suffix == ".py" and "migrations" not in path.parts]
    named = [
        f"{name_of(path)}: {node.name}"
        for path in code
        if name_of(path).startswith(product) and not is_house_bot(path)
        for tree in [ast.parse(path.read_text())]
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if node.name.startswith("_") or node in tree.body
        if PARTICIPLE.fullmatch(node.name)
        if node.name.strip("_") not in NO_PARTICIPLES and node.name not in OLD_NAMES
        for marks in [[ast.unparse(mark) for mark in node.decorator_list]]
        if not any("property" in mark for mark in marks)
        if node.name.startswith("_") or not any(map(MARKED.match, marks))
        if "QuerySet" not in ast.unparse(node.returns or ast.Constant(None))
    ]
    assert named == []


NO_LOOP_VARIABLES = {"at", "found", "one", "words"}


def test_a_loop_variable_is_named_after_the_thing() -> None:
    """`one` may stand beside `other`."""
    named = [
        f"{name_of(path)}:{loop.target.lineno}: {variable.id}"
        for path in tracked()
        if name_of(path).startswith(("engine/", "sandbox/", "arena/", "platform/", "kit/"))
        if path.suffix == ".py" and not is_house_bot(path)
        for loop in ast.walk(ast.parse(path.read_text()))
        if isinstance(loop, ast.For | ast.comprehension)
        for variables in [[name for name in ast.walk(loop.target) if isinstance(name, ast.Name)]]
        for variable in variables
        if variable.id in NO_LOOP_VARIABLES and (variable.id != "one" or len(variables) == 1)
    ]
    assert named == []


# --- sizes ---------------------------------------------------------------------------------------
def test_no_file_is_long() -> None:
    ours = [p for p in tracked() if p.suffix in CODE and p.parent.name != "migrations"]
    lengths = {name_of(path): len(path.read_bytes().splitlines()) for path in ours}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_line_of_a_page_style_or_script_is_wide() -> None:
    pages = [path for path in tracked() if path.suffix in {".html", ".css", ".js"}]
    assert len(pages) > 200
    wide = [
        f"{name_of(path)}:{number}"
        for path in pages
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > WIDEST_LINE
    ]
    assert wide == []


@pytest.mark.parametrize("of_tests", [False, True])
def test_functions_are_short(of_tests: bool) -> None:
    lengths = dict(functions(of_tests=of_tests))
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"#.*\b(TO[D]O|FIX[M]E|X[X]X|H[A]CK)\b|raise Not[I]mplemented")
    code = [(name, text) for name, text in text_files() if Path(name).suffix in CODE]
    assert [name for name, text in code if marks.search(text)] == []


def test_no_path_of_a_developers_machine_is_in_the_repository() -> None:
    private = re.compile(r"(?<![\w.$}/])/(work|root|home|Users|opt)/[a-z]")
    assert [name for name, text in text_files() if private.search(text)] == []


# --- locks ---------------------------------------------------------------------------------------
PIPS_LOCKS = (
    "requirements.lock",
    "requirements-test.lock",
    "requirements-build.lock",
    "requirements-compiled.lock",
    "requirements-uv.lock",
)


def locked() -> dict[str, tuple[str, set[str]]]:
    """uv.lock: package name -> version and hashes."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    return {
        package["name"]: (
            package["version"],
            {
                file["hash"]
                for file in [*package.get("wheels", []), *filter(None, [package.get("sdist")])]
            },
        )
        for package in lock["package"]
        if package["name"] != "kingsbench"
    }


def exported(name: str) -> dict[str, tuple[str, set[str]]]:
    """A lock for pip: package name -> version and hashes."""
    entries = re.split(r"^(?=[a-z0-9])", (ROOT / name).read_text(), flags=re.MULTILINE)
    found = (re.match(r"([a-z0-9._-]+)==([^ ;\\]+)", entry) for entry in entries)
    return {
        match[1]: (match[2], set(re.findall(r"--hash=(sha256:[0-9a-f]{64})", entry)))
        for match, entry in zip(found, entries, strict=True)
        if match
    }


def requirement_names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=~! ;]", one, maxsplit=1)[0].lower() for one in requirements}


def test_pips_locks_say_what_uvs_lock_says() -> None:
    ours = locked()
    for name in PIPS_LOCKS:
        for package, (version, hashes) in exported(name).items():
            assert (package, version) == (package, ours[package][0])
            assert hashes
            assert hashes <= ours[package][1], f"{package} in {name}: export the locks again"


def test_pips_locks_hold_all_that_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    ours = project["project"]
    wanted = requirement_names(ours["dependencies"] + ours["optional-dependencies"]["server"])
    for_tests = requirement_names(project["dependency-groups"]["dev"])
    assert wanted - exported("requirements.lock").keys() == set()
    assert (wanted | for_tests) - exported("requirements-test.lock").keys() == set()
    plain = exported("requirements.lock")
    assert {name: exported("requirements-test.lock")[name] for name in plain} == plain


def test_the_lock_was_made_from_this_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    ours = next(package for package in lock["package"] if package["name"] == "kingsbench")
    in_lock = {one["name"]: one.get("specifier", "") for one in ours["metadata"]["requires-dist"]}
    extras = project["project"]["optional-dependencies"]
    for requirement in [*project["project"]["dependencies"], *extras["server"]]:
        wanted = requirement.partition(";")[0]
        name, specifier = re.fullmatch(r"([\w-]+)(?:\[.*\])?(.*)", wanted).groups()  # type: ignore[union-attr]
        assert set(in_lock[name].split(",")) == set(specifier.split(","))


# --- words ---------------------------------------------------------------------------------------
def anchors(markdown: str) -> set[str]:
    """The fragments of a page's headings, as the common renderers make them."""
    headings = re.findall(r"^#+ (.+?)\s*$", markdown, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_links_between_our_pages_lead_somewhere() -> None:
    broken = []
    for page in (path for path in tracked() if path.suffix == ".md"):
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"!?\[[^\]]*\]\(([^)\s]+)\)", prose):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, fragment = target.partition("#")
            there = (page.parent / file).resolve() if file else page
            if not there.exists() or (fragment and fragment not in anchors(there.read_text())):
                broken.append(f"{name_of(page)}: {target}")
    assert broken == []


def test_the_readme_begins_with_the_two_commands_and_ci_runs_the_second() -> None:
    readme = (ROOT / "README.md").read_text()
    first = readme.split("```")[1]
    assert re.findall(r"^\./kingsbench (\w+)", first, flags=re.MULTILINE) == ["up", "test"]
    assert "./kingsbench test --full" in (ROOT / ".ci" / "run").read_text()


def test_the_operators_guide_names_every_setting() -> None:
    settings = (ROOT / "platform" / "website" / "settings.py").read_text()
    pages = [ROOT / "docs" / "operators.md", *(ROOT / "docs" / "operators").glob("*.md")]
    guide = "\n".join(page.read_text() for page in pages)
    read = set(re.findall(r"read\(\s*(?:#[^\n]*)?\s*env\.\w+,\s*\"(\w+)\"", settings))
    assert len(read) > 10
    assert {name for name in read if f"| `{name}` |" not in guide} == set()

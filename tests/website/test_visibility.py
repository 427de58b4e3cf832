"""Pages show what `seen_by` selects, and who may act is asked of the model."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEBSITE, ARENA, TEMPLATES = ROOT / "platform/website", ROOT / "arena", ROOT / "templates"
MODELS = {
    *("Bot", "Version", "Ladder", "Entry", "League", "Season", "Division", "Tournament"),
    *("Entrant", "Match", "HumanGame", "LadderCheck", "Challenge", "Follow"),
}
MANAGERS = {"objects", "_default_manager", "_base_manager"}
STARTS = {"seen_by", "run_by", "received_by", "none"}
OWNER = {"owner", "owner_id"}
GETTERS = {"get_object_or_404", "get_list_or_404", "found_or_404", "own_competition"}
OPERATORS = {  # what runs for the platform, not for a viewer
    "management/": "commands see all",
    "backup/": "a backup has all",
    "pruning/": "deletes by age",
    "notifications/pruning.py": "deletes by age",
    "metrics/": "counts all",
    "deploy/readiness.py": "counts all",
    "admin.py": "Django's admin, for administrators",
    "admin_dashboard/moderation.py": "stops all bots of a person, renames the bot of anybody",
    "accounts/account_deletion.py": "erases all of a person",
}
SEES_ALL = {
    ("site/context.py", "Ladder"): "the operators' alarm",
    ("matches/results_export.py", "Bot"): "by key, of matches that are seen",
    ("matches/results_export.py", "Version"): "by key, of matches that are seen",
    ("bots/versions.py", "Match"): "the checks of a person's own version",
    ("ladders/selection.py", "Entrant"): "of a division that is seen",
    ("tournaments/decisions.py", "Match"): "of rounds that are seen",
    ("tournaments/lists.py", "Entrant"): "counts, of tournaments that are seen",
    ("tournaments/report.py", "Match"): "of pairings that are seen",
}
OWNERS = {
    "website/accounts/people.py": "a person's page shows what is theirs",
    "website/admin_dashboard/moderation.py": "stops all bots of a person",
    "website/accounts/account_deletion.py": "erases all of a person",
    "arena/bots/models.py": "it is the bot that says so",
    "arena/ladders/matchmake.py": "new versions of an owner take turns",
    "arena/ladders/opponents.py": "bots of one owner meet seldom",
    "arena/notifications/notify_overtaken.py": "owners do not overtake themselves",
}
ORGANISERS = {  # where no single competition is meant
    "site/http.py": "pages of the whole platform",
    "api/authentication.py": "scopes of tokens",
    "metrics/views.py": "figures of the whole platform",
    "accounts/": "the account itself",
}


def last(node: ast.expr) -> str:
    """Return the last name of a dotted path, "" for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def unseen(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and model of querysets that start elsewhere."""
    seen = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in STARTS
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in MANAGERS:
            model = last(node.value)
            is_hidden = model in MODELS or node.attr != "objects"
            if is_hidden and id(node) not in seen:
                yield node.lineno, model
        elif isinstance(node, ast.Call) and last(node.func) in GETTERS:
            yield from ((node.lineno, last(one)) for one in node.args if last(one) in MODELS)
        elif isinstance(node, ast.alias) and node.asname and node.name in MODELS:
            yield node.lineno, node.name


def compared_owners(tree: ast.Module) -> Iterator[int]:
    """Yield lines that compare a bot's owner with somebody."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            if any(isinstance(one, ast.Attribute) and one.attr in OWNER for one in sides):
                yield node.lineno


def selected_owners(tree: ast.Module) -> Iterator[int]:
    """Yield lines that filter by the owner of a bot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and re.search(r"bot__owner(_id)?$", node.arg or ""):
            yield node.value.lineno


def modules(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(folder).as_posix(), ast.parse(path.read_text())


def test_querysets_of_the_site_start_from_what_the_viewer_sees() -> None:
    found = {
        (name, model): f"{name}:{line}"
        for name, tree in modules(WEBSITE)
        if not name.startswith(tuple(OPERATORS))
        for line, model in unseen(tree)
    }
    assert [place for key, place in found.items() if key not in SEES_ALL] == []
    assert SEES_ALL.keys() - found.keys() == set(), "no longer an exception"


def test_nobody_but_the_bot_says_who_runs_it() -> None:
    places = [(WEBSITE, compared_owners), (ARENA, compared_owners), (WEBSITE, selected_owners)]
    found = {
        f"{folder.name}/{name}": line
        for folder, lines in places
        for name, tree in modules(folder)
        for line in lines(tree)
    }
    assert {name: line for name, line in found.items() if name not in OWNERS} == {}
    assert OWNERS.keys() - found.keys() == set(), "no longer an exception"
    owned = re.compile(r"\bowner(_id)? *[!=]=|[!=]= *[\w.]+\bowner(_id)?\b")
    pages = [path for path in TEMPLATES.rglob("*.html") if owned.search(path.read_text())]
    assert pages == []


def test_nobody_but_the_competition_says_who_runs_it() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in modules(WEBSITE)
        if not name.startswith(tuple(ORGANISERS))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "is_organiser"
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "model"),
    [
        ("Ladder.objects.order_by('name')", "Ladder"),
        ("models.Match.objects.filter(pk=1).seen_by(None)", "Match"),
        ("get_object_or_404(Bot, slug=slug)", "Bot"),
        ("League._default_manager.all()", "League"),
        ("rows = model._default_manager", "model"),
        ("from arena.models import Season as S", "Season"),
    ],
)
def test_a_queryset_that_starts_elsewhere_is_found(code: str, model: str) -> None:
    assert list(unseen(ast.parse(code))) == [(1, model)]


@pytest.mark.parametrize(
    "code",
    [
        "bot.owner_id != person.pk",
        "viewer.pk == version.bot.owner_id",
        "bot.owner is user",
        "seats.filter(version__bot__owner=user)",
    ],
)
def test_a_question_of_owners_is_found(code: str) -> None:
    tree = ast.parse(code)
    assert [*compared_owners(tree), *selected_owners(tree)] == [1]


def test_what_starts_from_the_viewer_is_left_alone() -> None:
    code = "get_object_or_404(Bot.objects.run_by(user), slug=slug) or Ladder.objects.seen_by(None)"
    assert list(unseen(ast.parse(code))) == []

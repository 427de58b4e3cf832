"""One thing has one word: retired names occur nowhere, and docstrings stay short."""

import ast
import io
import tokenize
from pathlib import Path

import pytest

from tests.test_house import name_of, tracked

MOST_WORDS = 80  # in docstrings, by 100 lines of code
ROOMS = ("engine", "sandbox", "arena", "platform", "kit")

# Retired names of code, settings, queues and addresses, each with its replacement.
RENAMED = {
    "Account": "RatingStats",
    "Annulment": "VoidedTally",
    "BadControl": "BadForm",
    "Chair": "BotSeat",
    "Chronicle": "GameResultView",
    "Desk": "TournamentAdmin",
    "Encounter": "PairMatch",
    "Epoch": "RatingRun",
    "Filling": "Recompute",
    "HUMAN_GAME_PLACES": "HUMAN_GAME_SLOTS",
    "HumanTable": "HumanGameRunner",
    "KINGSBENCH_CHALLENGES_A_DAY": "KINGSBENCH_CHALLENGES_PER_DAY",
    "Keeper": "ProgramRunner",
    "LeaveForm": "DeleteAccountForm",
    "Letter": "WebhookRequest",
    "Minutes": "DecisionLog",
    "MomentField": "BoundedDateTimeField",
    "Notice": "Notification",
    "NoticeWishes": "NotificationPreferences",
    "Offence": "BotFault",
    "Offending": "FaultDetails",
    "Portrait": "BotPage",
    "Realm": "KingdomView",
    "Sentence": "Message",
    "ShadowEntry": "PendingRating",
    "SourceAway": "UploadUnavailable",
    "Stint": "RoundPlan",
    "TableForm": "HumanGameForm",
    "Tallied": "TallyProgress",
    "Told": "UserError",
    "Traits": "MatchFeatures",
    "Troubled": "HasProblem",
    "WishesForm": "PreferencesForm",
    "Workshop": "WorkerJail",
    "befall": "chaos",
    "believed": "matches_and_rating",
    "carry_out": "submit",
    "catch_up": "replay_choices",
    "dreads": "worst_cards",
    "errand": "run_once",
    "fallen_at": "faulted_at",
    "fallen_on": "fault_recorded_at",
    "film": "replay",
    "go_on": "advance",
    "goodbye": "account_deleted",
    "hand_over": "switch",
    "havoc": "chaos",
    "heraldry": "avatar",
    "idled": "after_idle_days",
    "in_line": "by_virtual_time",
    "kingsbench_epochs_to_fill": "kingsbench_rating_runs_pending",
    "leg": "dynasty_game",
    "lively": "active",
    "logbook": "audit",
    "newest_at_table": "newest_bot_seat",
    "note_at_table": "note_human_game_failure",
    "obeyed": "apply_preferences",
    "offence": "bot_fault",
    "on_site": "in_app",
    "seat_faults": "seat_imbalance",
    "shows_at": "visible_at",
    "stand_alone": "isolate_errors",
    "stand_on": "use_fit",
    "that_count": "current",
    "thinkers": "awaited_bot",
    "told_trouble": "problem",
    "trouble_parts": "problem",
    "wishes": "buy_order",
    "workplace": "hosts",
}


def code() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and _is_ours(name_of(path))]


def _is_ours(name: str) -> bool:
    others = ("/migrations/", "hostile/bots", "tests/test_words.py")
    return not any(one in name for one in others)


def names_in(path: Path) -> set[str]:
    with tokenize.open(path) as file:
        tokens = tokenize.generate_tokens(io.StringIO(file.read()).readline)
        return {token.string for token in tokens if token.type == tokenize.NAME}


def test_a_renamed_thing_has_left_its_old_name() -> None:
    old = {name_of(path): sorted(names_in(path) & RENAMED.keys()) for path in code()}
    assert {name: found for name, found in old.items() if found} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_are_short(room: str) -> None:
    words = lines = 0
    for path in code():
        if name_of(path).startswith(f"{room}/"):
            more_words, more_lines = measured(path.read_text())
            words, lines = words + more_words, lines + more_lines
    assert lines > 1000
    assert 100 * words / lines <= MOST_WORDS


def measured(source: str) -> tuple[int, int]:
    """Return a module's words in docstrings, and its lines without blanks, comments, docstrings."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    words, inside = 0, set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            words += len(text.split())
            inside |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(map(str.strip, source.splitlines()), 1)
    return words, sum(1 for at, line in lines if line and line[0] != "#" and at not in inside)


def test_words_are_counted_as_said() -> None:
    source = (
        '"""Two words."""\n\n# a comment\ndef f() -> int:\n    """One\n    two."""\n    return 1\n'
    )
    assert measured(source) == (4, 2)

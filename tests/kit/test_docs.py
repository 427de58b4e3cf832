"""`kingsbench docs`: the handbook in the terminal, and `new --from` its tutorial."""

from pathlib import Path

import pytest

from kit import starters
from tests.kit.conftest import Run


def test_it_lists_all_pages_with_their_titles(run: Run) -> None:
    lines = run("docs").output.splitlines()
    assert "bots/tutorial            Tutorial: a Dominion bot in five steps" in lines
    assert not any(".de" in line for line in lines)


@pytest.mark.parametrize("name", ["tutorial", "bots/tutorial", "docs/bots/tutorial.md"])
def test_a_page_is_shown_with_the_bots_and_tables_to_which_it_links(run: Run, name: str) -> None:
    text = run("docs", name).output
    for source in starters.tutorial_steps().values():
        assert source.read_text(encoding="utf-8") in text
    assert "| Big Money | " in text


def test_an_unknown_page_is_refused_with_a_suggestion(run: Run) -> None:
    done = run("docs", "tutorail")
    assert done.exit_code == 2
    assert "there is no page 'tutorail'. Did you mean 'tutorial'?" in done.output


def test_a_name_that_two_pages_share_is_refused(run: Run) -> None:
    assert run("docs", "dominion").exit_code == 0
    assert run("docs", "ratings").output.startswith("# What the rating means")
    assert run("docs", "kingdomino").output.startswith("# Kingdomino: how")


def test_new_writes_a_step_of_the_tutorial(run: Run, tmp_path: Path) -> None:
    assert run("new", "mine.py", "--from", "tutorial/3").exit_code == 0
    step = starters.tutorial_steps()["tutorial/3"]
    assert (tmp_path / "mine.py").read_text() == step.read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--from", "tutorial/9"], "There are: tutorial/1, "),
        (["--from", "tutorial/1", "--game", "kingdomino"], "is a Dominion bot in Python"),
    ],
)
def test_what_is_no_step_is_refused(run: Run, words: list[str], reason: str) -> None:
    done = run("new", "mine.py", *words)
    assert done.exit_code == 2
    assert reason in done.output

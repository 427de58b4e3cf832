"""The tutorial: each step beats the one before, its tables are of these files, its commands run.

.venv/bin/python -m bench.tutorial --write
"""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from pytest_django.live_server_helper import LiveServer

from bench.tutorial import HOUSE_BOTS, KINGDOMS, ROOT, STEPS, before, digest, measure, table
from kit.bots import house_bots
from kit.hosted.platform import TOKEN
from tests import cast
from tests.kit.typed import blocks, commands
from website.accounts.tokens import make_token

BOTS = ROOT / "docs" / "bots"
WHERE = ("First Game", "First Game", "First Game", "random", "random")  # a step shows its worth
DEALS = (5, 20, 40, 40, 120)
RANDOM_BOT = house_bots("dominion")["random"].path
LANGUAGES = pytest.mark.parametrize("ending", ["md", "de.md"])


@pytest.mark.parametrize("at", range(len(STEPS)))
def test_each_step_beats_the_one_before(at: int) -> None:
    step = STEPS[at]
    (other,) = before(step) or [RANDOM_BOT]
    played = measure(step, other, WHERE[at], DEALS[at])
    assert played.low > 50, played


@pytest.mark.parametrize("at", range(len(STEPS)))
def test_the_table_of_a_step_is_of_this_file_and_says_that_it_won(at: int) -> None:
    step = STEPS[at]
    with table(step).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    opponents = [*HOUSE_BOTS, *(other.stem for other in before(step))]
    assert [row["opponent"] for row in rows[:: len(KINGDOMS)]] == opponents
    assert {row["code"] for row in rows} == {digest(step)}, "python -m bench.tutorial --write"
    last = next(row for row in rows[-len(KINGDOMS) :] if row["kingdom"] == WHERE[at])
    assert float(last["low"]) > 50 or not before(step)


# --- pages ---------------------------------------------------------------------------------------
def structure(name: str) -> list[str]:
    """Return levels of headings, files shown, code and links without words, in order."""
    text = (BOTS / name).read_text(encoding="utf-8")
    code = [re.sub(r" *#.*", "", block) for block in blocks(text)]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^(#+) ", prose, re.MULTILINE)
    links = re.findall(r"\]\(([^)#]+)", prose)
    return [*headings, *code, *(link.replace(".de.md", ".md") for link in links)]


@pytest.mark.parametrize("page", ["first-steps", "tutorial"])
def test_both_languages_have_the_same_steps(page: str) -> None:
    english = structure(f"{page}.md")
    assert structure(f"{page}.de.md") == english
    assert len(english) > 10


@LANGUAGES
def test_every_step_has_its_heading_file_command_and_table_in_order(ending: str) -> None:
    text = (BOTS / f"tutorial.{ending}").read_text(encoding="utf-8")
    parts = re.split(r"^## (?:Step|Schritt) (\d)", text, flags=re.MULTILINE)[1:]
    assert parts[::2] == [str(number + 1) for number in range(len(STEPS))]
    for number, part in zip(parts[::2], parts[1::2], strict=True):
        wanted = [f"starters/tutorial/step{number}.py)", "```sh", f"tutorial/step{number}.csv)"]
        assert [part.index(one) for one in wanted] == sorted(part.index(one) for one in wanted)


# --- commands -------------------------------------------------------------------------------------
@pytest.fixture
def token(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cast.a_ladder()
    secret = make_token(user=cast.alice(), name="build", scopes=["read", "bots:write"])[1]
    monkeypatch.setenv(TOKEN, secret)


@pytest.mark.jail
@pytest.mark.long
@pytest.mark.usefixtures("token")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", ["first-steps", "tutorial"])
def test_the_commands_of_the_page_run_as_they_are_typed(
    page: str, run: Callable[..., Result], tmp_path: Path, live_server: LiveServer
) -> None:
    text = (BOTS / f"{page}.md").read_text(encoding="utf-8")
    for asked in blocks(text, "json"):
        (tmp_path / "question.jsonl").write_text(asked)
    typed = commands(text)
    assert len(typed) >= 6
    for words in typed:
        follow(words, run, live_server.url)


def follow(words: list[str], run: Callable[..., Result], url: str) -> None:
    """Run a command, against the test's own server; no worker checks the upload there."""
    words = [url if word.startswith("https://") else word for word in words if word != ">"]
    words = [word for word in words if word != "played.json"]
    is_upload = words[0] == "upload"
    done = run(*words, *(["--wait", 0] if is_upload else []))
    assert done.exit_code == (3 if is_upload else 0), done.output
    if words[0] == "ask":
        assert "Province" in done.output
        assert "Gold" in done.output

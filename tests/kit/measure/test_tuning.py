"""Constants of a bot tuned by its games."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import Result

from kit.errors import BadInput
from kit.measure import tuning
from kit.measure.constants import Source
from kit.measure.spsa import Param, Spsa

Run = Callable[..., Result]
Bot = Callable[[str, str], Path]
TEXT = '''"""Ünïcode before."""
import a_module_that_is_not_there
SILVERS = 8  # most
é = 1; GREED = -0.5; LATE: float = 3e0
A = B = 1
TWICE = 1
TWICE += 2
NAMES = ["x"]
FLAG = True
def decide(request):
    INNER = 3
'''


def test_constants_are_numbers_assigned_once_at_the_top_level(bot: Bot) -> None:
    source = Source.read(bot("mine.py", TEXT))
    assert {one.name: one.value for one in source.constants.values()} == {
        "SILVERS": 8, "é": 1, "GREED": -0.5, "LATE": 3.0,
    }  # fmt: skip
    told = source.with_values({"SILVERS": 12, "GREED": 0.25, "LATE": -1.0, "é": 2}).decode()
    assert told == TEXT.replace("SILVERS = 8 ", "SILVERS = 12 ").replace(
        "é = 1; GREED = -0.5; LATE: float = 3e0", "é = 2; GREED = 0.25; LATE: float = -1"
    )


SILVERS = Param("SILVERS", 8, 0, 12, whole=True)
GREED = Param("GREED", -0.5, -1.0, 1.0, whole=False)


def test_both_sides_differ_and_stay_within_bounds() -> None:
    edge = [Param("A", 0, 0, 1, whole=True), Param("B", 12, 0, 12, whole=True), GREED]
    for seed in range(20):
        one, other = Spsa(edge, 100, seed).sides()
        assert all(one[param.name] != other[param.name] for param in edge)
        for values in (one, other):
            assert all(param.low <= values[param.name] <= param.high for param in edge)
            assert isinstance(values["A"], int)


def test_numbers_move_towards_what_wins() -> None:
    dice, spsa = random.Random(1), Spsa([SILVERS, GREED], 100, seed=1)

    def loss(values: dict[str, float]) -> float:
        return abs(values["SILVERS"] - 2) / 12 + abs(values["GREED"] - 0.6) / 2

    for _ in range(100):
        one, other = spsa.sides()
        noise = dice.uniform(-0.3, 0.3)
        spsa.step(max(-1.0, min(1.0, 3 * (loss(other) - loss(one)) + noise)))
    assert abs(spsa.values["SILVERS"] - 2) <= 1
    assert spsa.values["GREED"] == pytest.approx(0.6, abs=0.15)
    assert len(spsa.way) == 101


def test_the_way_is_drawn_between_the_bounds() -> None:
    spsa = Spsa([SILVERS, GREED], 2, seed=1)
    for result in (1.0, -0.5):
        spsa.step(result)
    title, *rows = tuning.chart_lines(SILVERS, [12.0, 6.0, 0.0])
    assert title == "SILVERS: 8 -> 0"
    assert [row.partition("|")[2] for row in rows] == ["*", "", "", " *", "", "", "  *"]
    drawn = ET.fromstring(tuning.chart_svg(spsa))
    lines = drawn.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [3, 3]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("SILVERS", "use NAME=START:LOW:HIGH"),
        ("SILVERS=1:2:3:4", "use NAME=START:LOW:HIGH"),
        ("SILVERS=3:8:0", "the lower bound must be below the upper one"),
        ("SILVERS=20:0:10", "the start 20 is not between 0 and 10"),
        ("SILVERS=3:0:nan", "'nan' is not a number"),
        ("SILVERS=3:0:x", "'x' is not a number"),
        ("SILVER=3:0:8", "Did you mean 'SILVERS'? Its constants are: SILVERS, é, GREED, LATE."),
        ("TWICE=1:0:2", "is no constant: assign one number to it, once"),
    ],
)
def test_a_wrong_parameter_is_refused(run: Run, bot: Bot, word: str, told: str) -> None:
    bot("mine.py", TEXT)
    refused = run("tune", "mine.py", "--param", word)
    assert (refused.exit_code, refused.output.count("\n")) == (2, 1)
    assert told in refused.output


def test_params_begin_where_the_file_is_and_are_whole_if_all_is(bot: Bot) -> None:
    source = Source.read(bot("mine.py", TEXT))
    words = ("SILVERS=0:12", "GREED=:-1:1", "LATE=2:0:5")
    silvers, greed, late = tuning.read_params(words, source)
    assert (silvers.start, silvers.whole) == (8, True)
    assert (greed.start, greed.whole) == (-0.5, False)
    assert (late.start, late.whole) == (2, False)
    assert not tuning.read_params(["SILVERS=3.0:0:12"], source)[0].whole
    with pytest.raises(BadInput, match="given twice"):
        tuning.read_params(["LATE=0:5", "LATE=0:6"], source)


def test_the_bot_of_the_handbook_has_the_constant_of_its_command(bot: Bot) -> None:
    page = (Path(__file__).parents[3] / "docs" / "bots" / "testing.md").read_text(encoding="utf-8")
    part = page.partition("## Tune a constant")[2]
    (text,) = re.findall(r"```python\n(.*?)```", part, re.DOTALL)
    (word,) = re.findall(r"--param (\S+=\S+) ", part)
    (param,) = tuning.read_params([word], Source.read(bot("my_bot.py", text)))
    assert param == Param("SMITHIES", 8, 0, 12, whole=True)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mine.zip"], "give a .py file"),
        (["broken.py"], "broken.py is not a bot"),
        (["mine.py", "--sprt", 9, 0], "the first Elo must be below the second"),
        (["mine.py", "--sprt", 0, 10_000], "no results can show this"),
        (["mine.py", "--param", "LATE=2:2:2"], "the lower bound must be below the upper one"),
        (["mine.py", "--param", f"LATE=1:0:1{'0' * 400}"], "is not a number up to 1e+15"),
        (["mine.py", "--param", "LATE=0:1e308"], "is not a number up to 1e+15"),
        (["mine.py", "--param", "LATE=nan:3"], "is not a number"),
        (["mine.py", "--param", "LATE=0.4999999999:0.5000000001"], "both bounds are 0.5"),
        (["mine.py", "--iterations", 10**9], "at most 1,000,000"),
        (["mine.py", "--test-games", 10**9], "at most 1,000,000"),
        (["mine.py", "--games", 3], "come in pairs"),
        (["mine.py", "--test-games", 3], "come in pairs"),
        (["mine.py", "--to", "other.py"], "other.py already exists and is no earlier result"),
        (["mine.py", "--to", "mine.py"], "mine.py already exists"),
        (["mine.py", "--to", "no/where.py"], "there is no folder no"),
    ],
)
def test_a_wrong_command_is_refused(run: Run, bot: Bot, words: list[object], told: str) -> None:
    for name, text in (("mine.py", TEXT), ("mine.zip", ""), ("broken.py", "def"), ("other.py", "")):
        bot(name, text)
    refused = run("tune", *words, "--param", "SILVERS=0:12")
    assert refused.exit_code == 2
    assert told in refused.output


LOSER = """
from kit.sdk import default_answer

PROVINCES = 0  # how gladly it buys them

def decide(request):
    if request.kind == "buy":
        wanted = ["Gold", "Silver"] if PROVINCES < 3 else ["Province", "Gold", "Silver"]
        return [card for card in wanted if card in request.options][:1]
    return default_answer(request)
"""


@pytest.mark.jail
def test_tuning_is_tested_and_goes_on_by_the_same_seed(run: Run, bot: Bot, tmp_path: Path) -> None:
    bot("mine.py", LOSER)
    words = ["tune", "mine.py", "--param", "PROVINCES=2:0:6", "--seed", 1, "--iterations", 3]
    words += ["--games", 4, "--test-games", 4, "--config", "turn_limit=20", "--keep", "kept"]
    found = json.loads(run(*words, "--json").output)
    (param,) = found["params"]
    assert (param["start"], found["iterations"], found["games"]) == (2, 3, 12)
    assert param["value"] > 2
    assert f"PROVINCES = {param['value']}  # how" in (tmp_path / "mine_tuned.py").read_text()
    assert found["duel"]["games"] == 4
    assert (tmp_path / "kept" / "way.svg").is_file()
    path = tmp_path / "kept" / "results.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:5]))  # as if interrupted after four matches
    told = run(*words, "--jobs", 2)
    assert told.exit_code == 3
    assert f"PROVINCES: 2 -> {param['value']}" in told.output
    assert "mine tuned against mine" in told.output
    again = json.loads(run(*words, "--json").output)
    assert again["way"] == found["way"]
    assert again["duel"]["counts"] == found["duel"]["counts"]
    assert "iterations is 3 there and 9 now" in run(*words, "--iterations", 9).output

"""A failure on the site happens again at home, from the file on its page."""

from pathlib import Path

import pytest
from django.test import Client

from arena.matches.referee.game_loop import Plan
from arena.matches.referee.referee import Entrant, play
from arena.models import Failure, Fault, Ladder, Match
from kit.check.asking import AskResult, ask_bot, read_recording
from sandbox.jail import Jailer
from sandbox.limits import Limits
from tests import cast
from tests.arena.results.rows import record_result, running
from tests.hostile.cases import Case, load
from tests.hostile.conftest import Decoys
from tests.hostile.play import limits_of

pytestmark = [pytest.mark.jail, pytest.mark.django_db]

FAILING = [
    case
    for case in load()
    if len(case.expect) == 1
    if not case.expect[0].startswith("held")
    if case.name != "protocol_eats_its_questions"
]  # without those whose end depends on the machine's speed, or on which thread is first
CASES = {(case.kind, case.expect): case for case in reversed(FAILING)}  # one of each kind and end
BY_COUNTER = (
    "asked = 0\n"
    "def decide(request):\n"
    "    global asked\n"
    "    asked += 1\n"
    "    if asked == 9: raise RuntimeError('the ninth')\n"
    "    return request.default\n"
)
BY_CHANCE = (
    "import random\n"
    "def decide(request):\n"
    "    if random.random() < 0.1: return len(request.options)\n"
    "    return request.default\n"
)
THINKS = (
    "import time\n"
    "def decide(request):\n"
    "    end = time.process_time() + {seconds}\n"
    "    while time.process_time() < end: pass\n"
    "    return request.default\n"
)


class Site:
    """A site with Alice's bot, whose matches are played here."""

    def __init__(self, jailer: Jailer, folder: Path, client: Client) -> None:
        self.jailer, self.folder, self.client = jailer, folder, client
        self.ladder: Ladder = cast.a_ladder()
        self.alice = cast.alice()

    def play(self, source: str, limits: Limits, *, opponent: str) -> list[Fault]:
        """Play one game against an opponent; return the bot's faults."""
        bots = [
            cast.a_bot(owner, name, self.ladder, text.encode())
            for owner, name, text in (
                (self.alice, "Alcuin", source),
                (cast.bob(), "Bede", opponent),
            )
        ]
        match = running(self.ladder, *bots)
        Match.objects.filter(pk=match.pk).update(limits=limits.to_json(), games_planned=1)
        match.refresh_from_db()
        plan = Plan(match.game, match.config, 2, 1, match.seed, limits, shuffled=False)
        result = play(plan, self._entrants(source, opponent), self.jailer)
        record_result(match=match, result=result)
        return list(Fault.objects.filter(seat__position=0))

    def _entrants(self, *sources: str) -> list[Entrant]:
        found = []
        for number, source in enumerate(sources):
            path = self.folder / f"bot_{number}.py"
            path.write_text(source)
            found.append(Entrant(f"bot {number}", path))
        return found

    def file(self, address: str = "") -> Path:
        """Download a file, by default that of the only failure."""
        failure = f"/bots/alcuin/failures/{Failure.objects.get().pk}/decision.jsonl"
        self.client.force_login(self.alice)
        answer = self.client.get(address or failure)
        path = self.folder / "failure.jsonl"
        path.write_bytes(b"".join(answer))
        return path

    def ask(self, source: str, path: Path) -> AskResult:
        return ask_bot(self._entrants(source)[0], read_recording(path, None), self.jailer)


@pytest.fixture
def site(jailer: Jailer, tmp_path: Path, client: Client) -> Site:
    return Site(jailer, tmp_path, client)


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_a_failure_of_the_site_is_the_same_at_home(case: Case, site: Site, decoys: Decoys) -> None:
    source = f"{case.source}\n\nCONFIG.update({decoys.config!r})\n"
    opponent = THINKS.format(seconds=0.12 if case.kind == "time" else 0)
    faults = site.play(source, limits_of(case), opponent=opponent)
    assert len(faults) == 1
    asked = site.ask(source, site.file())
    assert asked.verdict == faults[0].verdict
    assert asked.is_reproduced
    assert asked.summary == "the same failure as recorded"


@pytest.mark.parametrize("source", [BY_COUNTER, BY_CHANCE])
def test_a_failure_of_the_bots_memory_or_dice_is_the_same_at_home(source: str, site: Site) -> None:
    [fault] = site.play(source, Limits(), opponent=THINKS.format(seconds=0))
    file = site.file()
    assert len(file.read_text().splitlines()) == 1 + fault.number
    asked = site.ask(source, file)
    assert asked.fault
    assert (asked.is_reproduced, asked.fault.number) == (True, fault.number)
    assert asked.fault.message == fault.message
    mended = site.ask(cast.SOURCE.decode(), file)
    assert mended.verdict == "ok"
    answered = "the decision" if fault.number == 1 else f"all {fault.number} decisions"
    assert mended.summary.startswith(f"this version answers {answered}")
    whole = site.ask(source, site.file(f"/matches/{fault.game.match_id}/games/1/decisions-1.jsonl"))
    assert whole.is_reproduced

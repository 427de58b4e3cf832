"""Attacking bots in other languages end as they must, and leave nothing behind."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import replace
from itertools import count

import pytest

from sandbox.conversation import Conversation
from sandbox.jail import Jailer
from sandbox.limits import Limits
from sandbox.runner import Prepared
from tests.hostile.conftest import Decoys
from tests.hostile.play import is_plain, played, watched
from tests.hostile.programs import ATTACKS, Attack, attacker
from tests.sandbox.conversations import decide, hello

pytestmark = pytest.mark.jail
QUICK = Limits(start_cpu=0.5, decision_cpu=0.2, game_cpu=2.0)
ROOMY = Limits(start_cpu=0.5, decision_cpu=1.0)
HASTY = Limits(start_cpu=0.5, decision_cpu=0.02, game_cpu=2.0)
LIMITS = {"process": ROOMY, "resource": ROOMY, "time": HASTY}
numbers = count(1)


@pytest.mark.parametrize("language", ["node", "binary"])
def test_the_suite_has_every_kind_of_attack(language: str) -> None:
    kinds = {attack.kind for attack in ATTACKS if attack.language == language}
    assert kinds >= {"process", "network", "file", "resource", "time", "protocol", "death"}


def test_every_attack_says_why_it_matters() -> None:
    assert [attack.name for attack in ATTACKS if not attack.why.endswith(".")] == []


@pytest.fixture(scope="module")
def neighbour(
    jailer: Jailer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], bool]]:
    """Run an honest bot during all attacks; yield a check that it still plays."""
    path = tmp_path_factory.mktemp("neighbour") / "bot.py"
    path.write_text("def decide(request): return 1")
    with jailer.prepare(path) as prepared, Conversation(jailer, prepared, Limits()) as honest:
        honest.ask(hello(), start=True)

        def plays() -> bool:
            number = next(numbers)
            return honest.ask(decide(number)) == b'{"id":%d,"picks":[1]}' % number

        yield plays


@pytest.fixture(scope="module")
def attackers(
    jailer: Jailer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Prepared]]:
    """The bot of a language that knows all attacks, prepared when it is first needed."""
    ready: dict[str, Prepared] = {}
    with ExitStack() as stack:

        def prepared(language: str) -> Prepared:
            if language not in ready:
                path = attacker(language, tmp_path_factory.mktemp(language))
                ready[language] = stack.enter_context(jailer.prepare(path))
            return ready[language]

        yield prepared


@contextmanager
def attacking(jailer: Jailer, bot: Prepared, attack: Attack, decoys: Decoys) -> Iterator[str]:
    """Run the attack and check how it ends."""
    decoys.config["attack"] = attack.name
    limits = LIMITS.get(attack.kind, QUICK)
    with Conversation(jailer, bot, limits) as talk, watched(talk):
        ending = played(talk, attack, decoys.config)
        yield ending
        talk.close()
    assert ending.startswith(attack.expect), talk.log
    assert "ESCAPED" not in talk.log
    assert is_plain(talk.log)
    assert not decoys.canary.exists()
    assert decoys.visits == []


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: f"{one.language}-{one.name}")
def test_an_attacking_program_gets_nowhere(
    attack: Attack,
    jailer: Jailer,
    neighbour: Callable[[], bool],
    attackers: Callable[[str], Prepared],
    decoys: Decoys,
) -> None:
    with attacking(jailer, attackers(attack.language), attack, decoys):
        assert neighbour()
    assert neighbour()


CROWDED = [attack for attack in ATTACKS if attack.kind == "resource"]


@pytest.fixture(scope="module")
def bare(jailer: Jailer) -> Jailer:
    """The jailer without cgroups."""
    lesser = copy(jailer)
    lesser.template, lesser._templates = replace(jailer.template, backend=None), {}
    return lesser


@pytest.mark.parametrize("attack", CROWDED, ids=lambda one: f"{one.language}-{one.name}")
def test_without_cgroups_the_other_layers_hold(
    attack: Attack, bare: Jailer, attackers: Callable[[str], Prepared], decoys: Decoys
) -> None:
    with attacking(bare, attackers(attack.language), attack, decoys) as ending:
        assert not ending.startswith("timeout")

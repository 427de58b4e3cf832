"""Texts for people name no path of the platform's machines."""

import pytest

from arena.core.public_reason import public_reason, without_paths
from engine.messages import Message


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("No such file: '/srv/my state/media/bot.py'", "No such file: '…'"),
        ("/dev/shm has only 1 MiB left", "… has only 1 MiB left"),
        ("cannot open /sys/fs/cgroup/a.b/tasks: busy", "cannot open …: busy"),
        ("[('/a/b', '/c/d', 'why')]", "[('…', '…', 'why')]"),
        ("run ./kingsbench doctor and/or wait", "run ./kingsbench doctor and/or wait"),
        ("see https://example.org/docs/jail", "see https://example.org/docs/jail"),
        ("3/4 of 2 MiB", "3/4 of 2 MiB"),
    ],
)
def test_absolute_paths_are_left_out(text: str, shown: str) -> None:
    assert without_paths(text) == shown


def test_a_message_keeps_its_template_for_translation() -> None:
    inner = Message("%(folder)s is gone", {"folder": "/dev/shm/x"})
    text = without_paths(Message("%(what)s: %(rest)s", {"what": "HostFailure", "rest": inner}))
    assert text == "HostFailure: … is gone"
    assert isinstance(text, Message)
    assert text.words == "%(what)s: %(rest)s"
    assert isinstance(text.params["rest"], Message)


def test_an_exception_is_told_by_its_type_and_text() -> None:
    error = FileNotFoundError(2, "No such file or directory", "/srv/state/media/bots/1/1.py")
    told = public_reason(error)
    assert told == "FileNotFoundError: [Errno 2] No such file or directory: '…'"

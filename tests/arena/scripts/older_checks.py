"""A database from before checks by ladder, brought up to date."""

from typing import Any

from django.core.files.base import ContentFile
from django.core.management import call_command

from arena.bots import submit_bot
from arena.models import Ladder, LadderCheck
from tests.cast import SOURCE, a_bot, a_ladder, alice, enter, play_with


def upgrade() -> tuple[list[list[Any]], int]:
    """Return the checks after migrating back and forth, and the matches of the open one."""
    ladder = a_ladder()
    bot = a_bot(alice(), "Alcuin", ladder)
    play_with(bot, SOURCE + b"# 2", ladder)
    enter(bot, a_ladder(name="Other", slug="other", config={"kingdom": "Big Money"}))
    _submit("Alfred", ladder)
    call_command("migrate", "arena", "0001_kingsbench", verbosity=0)
    call_command("migrate", verbosity=0)
    rows = LadderCheck.objects.order_by("version", "ladder")
    found = [
        [row.version.bot.name, row.version.number, row.ladder.slug, row.state, row.enters]
        for row in rows
    ]
    return found, LadderCheck.objects.get(state="checking").matches().count()


def _submit(name: str, ladder: Ladder) -> None:
    module: Any = submit_bot
    module.require_jail = lambda words: None
    upload = ContentFile(SOURCE + name.encode(), name="bot.py")
    submit_bot.submit_bot(owner=alice(), upload=upload, ladder=ladder, name=name)

"""Searches on PostgreSQL, with trigrams and without."""

from django.core.management import call_command
from django.db import connection

from arena.models import Bot
from tests.arena.tournament_steps import opened
from tests.cast import a_bot, a_ladder, alice, bob
from website.accounts.models import User
from website.search.search import search

Titles = list[str]
ODD = ("a & b | !c", "':*", "\\", "50%", "Łódź", "город", "机器人2", "بوت", "x" * 80, "a " * 40)


def fill() -> None:
    ladder = a_ladder()
    for name in ("Laboratory One", "bot.py-v2", "Quarry", "Öffner"):
        slug = f"bot-{Bot.objects.count()}"
        Bot.objects.filter(pk=a_bot(alice(), name, ladder).pk).update(slug=slug)
    Bot.objects.create(owner=bob(), name="Labyrinth", slug="labyrinth")
    opened(name="Winter Laboratory Cup")
    Bot.objects.filter(name="Quarry").update(description="Digs for treasure.")


def find(query: str, viewer: str = "", *kinds: str) -> Titles:
    person = User.objects.filter(username=viewer).first()
    groups = [search(query, person, only=kind) for kind in kinds or ("bots",)]
    return [result.title for [group] in filter(None, groups) for result in group.results]


def find_odd() -> int:
    """Search for operators and other scripts."""
    return len([search(query, None) for query in ODD])


def indexes() -> Titles:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname FROM pg_indexes WHERE indexname ~ '_(words|trigrams)$' ORDER BY 1"
        )
        return [name for (name,) in cursor.fetchall()]


def back_and_forth() -> list[Titles]:
    """Undo the migration and do it again; return the indexes after each."""
    call_command("migrate", "arena", "0003", verbosity=0)
    before = indexes()
    call_command("migrate", "arena", "0004", verbosity=0)
    return [before, indexes()]

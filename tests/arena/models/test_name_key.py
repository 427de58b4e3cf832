"""Name keys in the database: unique, kept up to date, and backfilled for older rows."""

import json

import pytest
from django.db import IntegrityError, transaction

from arena.models import Bot
from arena.models.name_key import alike, own_key
from tests.arena.processes import Platform
from tests.cast import a_bot, a_ladder, alice, person
from website.accounts.models import User

UPGRADE = """
import json
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from arena.models import Bot
from tests.cast import a_bot, person
from website.accounts.models import User

def back(app):
    known = MigrationLoader(None).disk_migrations.items()
    found = next(one for (of, name), one in known if of == app and "names_that_differ" in name)
    call_command("migrate", *found.dependencies[0], verbosity=0)

ladder = a_ladder()
for number, name in enumerate(("alice", "bert", "carl")):
    a_bot(person(name), f"Bot {name}", ladder)
for app in ("arena", "accounts"):
    back(app)
with connection.cursor() as cursor:
    for table, column, old, new in (
        ("accounts_user", "username", "bert", "AL1CE"),
        ("accounts_user", "username", "carl", "a.l.i.c.e"),
        ("arena_bot", "name", "Bot bert", "B0t-Alice"),
    ):
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [new, old])
call_command("migrate", verbosity=0)
for row in [*User.objects.all(), *Bot.objects.all()]:
    row.save()
print(json.dumps([
    dict(User.objects.values_list("username", "name_key")),
    dict(Bot.objects.values_list("name", "name_key")),
    [User.objects.get(username="AL1CE").pk, User.objects.get(username="a.l.i.c.e").pk],
    Bot.objects.get(name="B0t-Alice").pk,
]))
"""


def test_an_upgrade_keeps_names_that_look_alike(platform: Platform) -> None:
    people, bots, (second, third), bot = json.loads(platform.do(UPGRADE).splitlines()[-1])
    assert people["alice"] == "allce"
    assert (people["AL1CE"], people["a.l.i.c.e"]) == (f"allce#{second}", f"allce#{third}")
    assert bots == {"Bot alice": "botallce", "B0t-Alice": f"botallce#{bot}", "Bot carl": "botcarl"}


@pytest.mark.django_db
def test_the_database_holds_names_apart_whoever_writes_them() -> None:
    person("alice")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("AL1CE")
    ladder = a_ladder()
    a_bot(alice(), "Alcuin", ladder)
    with pytest.raises(IntegrityError), transaction.atomic():
        Bot.objects.create(owner=alice(), name="A1 cuin", slug="other")


@pytest.mark.django_db
def test_a_key_follows_its_name_and_one_of_its_own_stays() -> None:
    dora = person("dora")
    dora.username = "theodora"
    dora.save()
    assert dora.name_key == "theodora"
    dora.name_key = own_key(dora.username, dora.pk)
    dora.save()
    dora.refresh_from_db()
    assert dora.name_key == f"theodora#{dora.pk}"
    assert User.objects.filter(alike("The0-Dora")).get() == dora

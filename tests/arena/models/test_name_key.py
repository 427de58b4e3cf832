"""Name keys in the database: unique and kept up to date."""

import pytest
from django.db import IntegrityError, transaction

from arena.models import Bot
from arena.models.name_key import alike, own_key
from tests.cast import a_bot, a_ladder, alice, person
from website.accounts.models import User


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

"""Challenges, blocks and follows of an account: in its export, and when it is deleted."""

import pytest
from django.test import Client

from arena.matches.challenges import block_person, send_challenge
from arena.models import Block, Bot, Challenge, Follow, Ladder
from tests.cast import PASSWORD
from tests.website.accounts.test_area import exported, rows_of
from tests.website.page import visit
from website.accounts.models import User


@pytest.fixture
def connected(alices_bot: Bot, bobs_bot: Bot, charlie: User, ladder: Ladder) -> list[Challenge]:
    """Alice and Bob challenge each other, and follow; Alice blocks Charlie, who blocks her."""
    alice, bob = alices_bot.owner, bobs_bot.owner
    Bot.objects.update(asks_first=True)
    for bot in (alices_bot, bobs_bot):
        bot.refresh_from_db()
    Follow.objects.create(user=alice, bot=bobs_bot)
    Follow.objects.create(user=bob, person=alice)
    block_person(owner=alice, person=charlie)
    block_person(owner=charlie, person=alice)
    return [
        send_challenge(challenger=bot.owner, bot=bot, opponent=other, ladder=ladder, seed=5)
        for bot, other in ((alices_bot, bobs_bot), (bobs_bot, alices_bot))
    ]


def test_the_export_has_them(as_alice: Client, connected: list[Challenge]) -> None:
    zipped = exported(as_alice)
    sent, received = rows_of(zipped, "challenges")
    assert (sent["challenger__username"], sent["opponent__slug"], sent["seed"]) == (
        "alice",
        "bede",
        5,
    )
    assert received["challenger__username"] == "bob"
    assert [row["bot__slug"] for row in rows_of(zipped, "following")] == ["bede"]
    assert [row["blocked__username"] for row in rows_of(zipped, "blocks")] == ["charlie"]


def test_others_are_not_told_who_follows_or_blocks_them(
    as_charlie: Client, as_bob: Client, connected: list[Challenge]
) -> None:
    assert rows_of(exported(as_charlie), "challenges") == []
    assert [row["person__username"] for row in rows_of(exported(as_bob), "following")] == ["alice"]
    assert "follow" not in visit(as_bob, "/people/bob/").text.lower()


def test_a_deleted_account_leaves_none(
    as_alice: Client, alice: User, connected: list[Challenge]
) -> None:
    as_alice.post("/accounts/delete/", {"username": "alice", "password": PASSWORD})
    assert not User.objects.get(pk=alice.pk).is_active
    assert not Follow.objects.exists()
    assert not Block.objects.exists()
    for made in connected:
        made.refresh_from_db()
    assert [made.state for made in connected] == ["withdrawn", "refused"]


def test_a_played_challenge_stays_for_the_other(
    as_alice: Client, visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    made = send_challenge(
        challenger=alices_bot.owner, bot=alices_bot, opponent=bobs_bot, ladder=ladder
    )
    as_alice.post("/accounts/delete/", {"username": "alice", "password": PASSWORD})
    page = visit(visitor, f"/challenges/{made.pk}/")
    assert "former member" in page
    assert "/people/" not in " ".join(page.hrefs)

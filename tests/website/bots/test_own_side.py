"""Ranks, neighbours and results from a bot's own side."""

import pytest
from django.test import Client
from django.utils import timezone

from arena.models import Bot, Entry, Failure, Ladder, Match
from tests.website.page import visit
from tests.website.rows import make_bot, make_match, make_version
from website.accounts.models import User


@pytest.fixture
def match(ladder: Ladder, alices_bot: Bot, bobs_bot: Bot) -> Match:
    assert alices_bot.current
    assert bobs_bot.current
    return make_match(ladder, alices_bot.current, bobs_bot.current)


def rate(bot: Bot, mu: float) -> None:
    Entry.objects.filter(bot=bot).update(mu=mu, sigma=1.0)


def test_a_bot_stands_between_its_neighbours(
    visitor: Client, alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    first = make_bot(User.objects.create_user("zoe"), "Zosimus", ladder)
    for bot, mu in ((first, 40.0), (alices_bot, 30.0), (bobs_bot, 20.0)):
        rate(bot, mu)
    (row,) = visit(visitor, "/bots/alcuin/").table("Ranks").rows
    assert "behind Zosimus" in row
    assert "ahead of Bede" in row
    assert row.texts("td.number")[0] == "2"
    assert "ahead of" not in visit(visitor, "/bots/bede/").table("Ranks").rows[0]


def test_each_match_tells_whether_the_bot_won_and_what_it_gained(
    visitor: Client, match: Match
) -> None:
    for name, result, sign in (("alcuin", "won", "+"), ("bede", "lost", "\N{MINUS SIGN}")):
        (row,) = visit(visitor, f"/bots/{name}/").table("Recent matches").rows
        assert row.texts(".tag")[0] == result
        assert row.texts("td.wide .moved")[0].startswith(sign)


def test_my_bots_tell_rank_last_match_and_what_is_to_fix(
    as_alice: Client, alices_bot: Bot, bobs_bot: Bot, match: Match
) -> None:
    assert alices_bot.current
    rate(alices_bot, 20.0)
    rate(bobs_bot, 30.0)
    now = timezone.now()
    Entry.objects.filter(bot=alices_bot).update(last_played_at=now)
    Failure.objects.create(
        bot=alices_bot, version=alices_bot.current, fingerprint="a", first_seen=now, last_seen=now
    )
    page = visit(as_alice, "/bots/?mine=1")
    (row,) = page.table("My bots").rows
    assert "rank 2" in row
    assert "19.00" in row
    assert "just now" in row
    assert row.texts("a.tag.bad") == ["1"]
    assert "Bede" not in row


def test_a_version_tells_its_first_result_and_its_rank(
    as_alice: Client, match: Match, alices_bot: Bot
) -> None:
    page = visit(as_alice, "/bots/alcuin/versions/1/")
    assert "against Bede. Alcuin wins the match" in page
    assert f"/matches/{match.pk}/games/1/replay/" in page.hrefs
    assert "It is at rank" in page


def test_a_trial_stays_on_the_page_of_its_version_after_the_switch(
    as_alice: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    newer, before = make_version(alices_bot, ladder, activates=False), alices_bot.current
    assert before
    match = make_match(ladder, newer, before, purpose="challenge")
    Match.objects.filter(pk=match.pk).update(candidate=newer)
    assert "Is it better than v1?" in visit(as_alice, "/bots/alcuin/versions/2/")
    as_alice.post("/bots/alcuin/versions/2/activate/")
    alices_bot.refresh_from_db()
    assert alices_bot.current == newer
    assert "Is it better than v1?" in visit(as_alice, "/bots/alcuin/versions/2/")

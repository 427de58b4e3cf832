"""Feeds, Atom feeds and challenges on the large database, with the query plans of each."""

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.matches.challenges import send_challenge
from arena.models import Bot, Challenge, Follow, Ladder, Tournament
from tests.arena.query_plans import Plans
from tests.arena.results.rows import record_result, result, running
from tests.cast import charlie
from website.accounts.models import User

FOLLOWERS, FOLLOWED = 1_000, 40


def read_all() -> tuple[int, list[str]]:
    """Get two pages of a feed, every Atom feed and the challenges' pages.

    Return the statements seen, and what scans.
    """
    reader, bots = charlie(), list(Bot.objects.filter(is_house=False).order_by("pk")[:FOLLOWED])
    _follow(reader, bots)
    _challenge(bots)
    client = Client(HTTP_HOST="localhost")
    client.force_login(reader)
    plans = Plans()
    older = _get(client, "/api/v1/feed/", plans).json()["next"]
    assert older
    own = ("/feed/", "/challenges/?box=sent", "/challenges/", "/api/v1/challenges/")
    for path in (older, *own, *_public(bots[0])):
        _get(client, path, plans)
    return plans.seen, plans.found


def _get(client: Client, path: str, plans: Plans) -> Any:
    with plans.measure(path):
        answer = client.get(path)
    assert answer.status_code == 200, (path, answer.content)
    return answer


def _public(bot: Bot) -> list[str]:
    ladder, cup = Ladder.objects.order_by("pk")[0], Tournament.objects.order_by("pk")[0]
    return [
        f"/bots/{bot.slug}/matches.atom",
        f"/people/{bot.owner.username}/matches.atom",
        f"/ladders/{ladder.slug}/matches.atom",
        f"/ladders/{ladder.slug}/news.atom",
        f"/tournaments/{cup.slug}/news.atom",
        f"/challenges/{Challenge.objects.latest('pk').pk}/",
    ]


def _follow(reader: User, bots: list[Bot]) -> None:
    targets: list[dict[str, Any]] = [{"bot": bot} for bot in bots]
    targets += [{"person": bot.owner} for bot in bots[-1:]]
    targets += [{"ladder": one} for one in Ladder.objects.order_by("pk")[:2]]
    targets += [{"tournament": one} for one in Tournament.objects.order_by("pk")[:2]]
    Follow.objects.bulk_create(Follow(user=reader, **one) for one in targets)


def _challenge(bots: list[Bot]) -> None:
    ladder = Ladder.objects.filter(entries__bot=bots[0]).order_by("pk")[0]
    other = Bot.objects.filter(entries__ladder=ladder, state="active").exclude(pk=bots[0].pk)
    Bot.objects.filter(pk=bots[0].pk).update(state="active")
    bots[0].refresh_from_db()
    send_challenge(
        challenger=bots[0].owner, bot=bots[0], opponent=other[0], ladder=ladder, matches=3
    )


def play_before_followers() -> tuple[int, int, list[str]]:
    """Record a match of a bot before and after a thousand people follow it.

    Return the numbers of statements, and those that know of followers.
    """
    ladder = Ladder.objects.order_by("pk")[0]
    entries = ladder.entries.playing().exclude(bot__is_house=True).order_by("pk")
    bots = [entry.bot for entry in entries[:2]]
    before, _mentions = _record(ladder, bots)
    people = User.objects.bulk_create(
        User(username=f"fan-{number}", name_key=f"fan-{number}") for number in range(FOLLOWERS)
    )
    Follow.objects.bulk_create(Follow(user=one, bot=bots[0]) for one in people)
    after, mentions = _record(ladder, bots)
    return before, after, mentions


def _record(ladder: Ladder, bots: list[Bot]) -> tuple[int, list[str]]:
    match = running(ladder, *bots)
    with CaptureQueriesContext(connection) as seen:
        record_result(match=match, result=result(1.5, 0.5))
    statements = [one["sql"] for one in seen.captured_queries]
    return len(statements), [one for one in statements if "follow" in one]

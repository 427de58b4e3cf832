"""Matches by API: search, detail, orders, corrections."""

import json
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.bots.manage_bot import withdraw_bot
from arena.models import Action, Bot, Game, Ladder, Match, RatingRun, Version
from tests import cast
from tests.website.program import ROOT, Program
from tests.website.rows import SEED, make_bot, make_fault, make_log, make_match
from website.accounts.models import User

SECRETS = ("secret-line-in-bot.py", "Secret Chamber", "secret-hand", "secret-print")


def current(bot: Bot) -> Version:
    assert bot.current is not None
    return bot.current


@pytest.fixture
def match(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> Match:
    """A rated match in which Alice's bot crashed and printed."""
    match = make_match(ladder, current(alices_bot), current(bobs_bot))
    make_fault(match, current(alices_bot))
    make_log(match, current(alices_bot), "my own print")
    return match


def test_a_match_tells_seats_games_and_ratings(anybody: Program, match: Match) -> None:
    told = anybody.read(f"matches/{match.pk}/")
    assert [seat["bot"]["slug"] for seat in told["seats"]] == ["alcuin", "bede"]
    assert told["seats"][0]["change"]["rating_after"] == pytest.approx(26.5 - 0.95 * 25 / 3)
    assert told["seed"] == SEED
    assert [game["number"] for game in told["games"]] == [1, 2]
    assert [line["bot"] for line in told["games"][1]["lines"]] == ["bede", "alcuin"]


def test_secrets_of_a_fault_are_for_the_owner_of_the_bot(
    match: Match,
    alices: Program,
    bobs: Program,
    charlies: Program,
    olgas: Program,
    anybody: Program,
) -> None:
    path = f"{ROOT}matches/{match.pk}/"
    own = alices.get(path).content.decode()
    assert all(secret in own for secret in SECRETS)
    output = f"matches/{match.pk}/games/1/output/"
    assert alices.read(output) == [{"name": "Alcuin", "text": "my own print"}]
    for other in (bobs, charlies, olgas, anybody):
        shown = other.get(path).content.decode()
        assert "ZeroDivisionError" in shown, "the verdict is everybody's"
        assert not any(secret in shown for secret in SECRETS)
        assert other.read(output) == []


def test_nothing_is_told_of_a_match_that_is_not_over(
    alices: Program, anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = make_match(ladder, current(alices_bot), current(bobs_bot), status="running")
    for program in (alices, anybody):
        told = program.read(f"matches/{match.pk}/")
        assert (told["seed"], told["games"]) == (None, [])
        for part in ("record", "events", "replay", "output", "decisions/1"):
            program.read(f"matches/{match.pk}/games/1/{part}/", 404)


def test_what_failed_in_a_machine_is_for_organisers_alone(
    alices: Program, anybody: Program, olgas: Program, match: Match
) -> None:
    error = "OSError: [Errno 28] No space left on device: '/srv/kingsbench'"
    cases = (  # status, worker, told to everybody
        ("queued", "", False), ("running", "one/7/a", False), ("void", "one/7/a", False),
        ("void", "", True),
    )  # fmt: skip
    for status, worker, told in cases:
        Match.objects.filter(pk=match.pk).update(
            status=status, worker=worker, error=error, serial=None
        )
        for program in (alices, anybody):
            assert program.read(f"matches/{match.pk}/")["error"] == (error if told else "")
        shown = error if told else error.replace("/srv/kingsbench", "…")
        assert olgas.read(f"matches/{match.pk}/")["error"] == shown
    Match.objects.filter(pk=match.pk).update(serial=7, worker="one/7/a")
    assert anybody.read(f"matches/{match.pk}/")["error"] == error, "the reason of an organiser"


def test_the_reason_of_a_void_match_is_a_sentence(
    anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = make_match(ladder, current(alices_bot), current(bobs_bot), status="queued")
    withdraw_bot(owner=alices_bot.owner, bot=alices_bot)
    assert anybody.read(f"matches/{match.pk}/")["error"] == "Alcuin was withdrawn."


def test_a_game_is_read_as_record_and_as_log(anybody: Program, match: Match) -> None:
    game = match.games.get(number=1)
    assert anybody.read(f"matches/{match.pk}/games/2/record/") == game.record
    log = anybody.read(f"matches/{match.pk}/games/2/events/")
    assert log["events"] == game.events
    for number in (0, 3):
        for part in ("events", "replay"):
            anybody.read(f"matches/{match.pk}/games/{number}/{part}/", 404)


def test_a_replay_has_the_output_of_own_bots_alone(
    alices: Program, bobs: Program, anybody: Program, match: Match
) -> None:
    path = f"matches/{match.pk}/games/1/replay/"
    assert alices.read(path)["names"] == ["Alcuin", "Bede"]
    assert "my own print" in alices.get(ROOT + path).content.decode()
    for other in (bobs, anybody):
        assert "my own print" not in other.get(ROOT + path).content.decode()
    Game.objects.filter(match=match).update(record={"game": "dominion"})
    anybody.read(path, 409)


def test_what_a_seat_was_asked_is_read_as_the_kit_takes_it(anybody: Program, match: Match) -> None:
    path = f"matches/{match.pk}/games/1/decisions"
    with closing(anybody.get(f"{ROOT}{path}/2/")) as answer:
        assert answer["Content-Type"] == "application/jsonl"
        lines = b"".join(answer.streaming_content).splitlines()  # type: ignore[attr-defined]
    kinds = [json.loads(line)["type"] for line in lines]
    assert kinds[:2] == ["hello", "decide"]
    assert kinds.count("decide") > 20
    for seat in (0, 3):
        anybody.read(f"{path}/{seat}/", 404)
    game = match.games.get(number=0)
    game.record = {**game.record, "engine": "dominion-0"}
    game.save()
    assert anybody.read(f"{path}/1/", 409)["type"] == "/api/#rules-changed"


def test_checks_are_for_the_owner_of_the_version(
    alices: Program,
    bobs: Program,
    olgas: Program,
    anybody: Program,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
) -> None:
    check = make_match(ladder, current(alices_bot), current(bobs_bot), purpose="check")
    paths = [f"matches/{check.pk}/", f"matches/{check.pk}/games/1/record/"]
    for path in paths:
        alices.read(path)
        for other in (bobs, olgas, anybody):
            other.read(path, 404)
    assert alices.names("matches/", "id") == []
    alices.read("matches/?purpose=check", 422)


def test_matches_are_narrowed(
    anybody: Program, match: Match, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder, bob: User
) -> None:
    other = cast.a_ladder(name="Two", slug="two", game="kingdomino", config={})
    third = make_bot(bob, "Third", other)
    queued = make_match(other, current(third), current(bobs_bot), status="queued")
    challenge = make_match(ladder, current(third), current(alices_bot), purpose="challenge")
    later = timezone.now() + timedelta(hours=1)
    Match.objects.filter(pk=challenge.pk).update(finished_at=later)
    found = {
        "": [challenge, queued, match],
        "ladder=two": [queued],
        "bot=alcuin": [challenge, match],
        "game=kingdomino": [queued],
        "purpose=challenge": [challenge],
        "status=finished": [challenge, match],
        f"since={later.isoformat().replace('+', '%2B')}": [challenge],
        "bot=alcuin&purpose=ladder&status=finished": [match],
        "ladder=nowhere": [],
        "bot=nobody": [],
    }
    for asked, matches in found.items():
        assert anybody.names(f"matches/?{asked}", "id") == [one.pk for one in matches], asked
    for wrong in ("game=chess", "status=gone", "since=soon", "bot=%00"):
        anybody.read(f"matches/?{wrong}", 422)


def test_pages_stay_as_they_are_while_matches_arrive(
    anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    seats = [current(alices_bot), current(bobs_bot)]
    there = [make_match(ladder, *seats, status="queued").pk for _ in range(5)]
    page = anybody.read("matches/?limit=2")
    seen = [row["id"] for row in page["results"]]
    assert page["previous"] is None
    while page["next"]:
        make_match(ladder, *seats, status="queued")
        page = anybody.get(page["next"]).json()
        seen += [row["id"] for row in page["results"]]
    assert seen == there[::-1]
    back = anybody.get(page["previous"]).json()
    assert [row["id"] for row in back["results"]] == there[1:3][::-1]


@pytest.mark.parametrize("cursor", ["x", "cD1hYmM=", "bz0tMQ==", "%C3%A4"])
def test_cursors_that_are_none_are_refused(cursor: str, anybody: Program, match: Match) -> None:
    assert "cursor" in anybody.read(f"matches/?cursor={cursor}", 422)["errors"]


def test_a_list_asks_the_same_of_the_database_whatever_its_length(
    anybody: Program,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(20):
        make_match(ladder, current(alices_bot), current(bobs_bot), status="queued")
    with django_assert_num_queries(2):
        assert len(anybody.names("matches/", "id")) == 20


def challenge(program: Program, status: int = 201, **sent: Any) -> Any:
    usual = {"bot": "alcuin", "opponent": "bede", "ladder": "dominion-first-game"}
    return program.send("challenges/", status, **usual | sent)


def test_a_challenge_is_ordered_and_shown(
    alices: Program, anybody: Program, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder, alice: User
) -> None:
    told = challenge(alices)
    match = Match.objects.get()
    assert (match.purpose, match.ordered_by, match.pk) == ("challenge", alice, told["id"])
    assert anybody.names("matches/?purpose=challenge", "id") == [match.pk]


def test_challenges_that_cannot_be_are_refused(
    alices: Program,
    bobs: Program,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    settings: Settings,
) -> None:
    assert challenge(bobs, 403)["type"] == "/api/#not-yours"
    assert challenge(alices, 409, opponent="alcuin")["type"] == "/api/#no-challenge"
    assert challenge(alices, 422, opponent=7)["errors"].keys() == {"opponent"}
    Bot.objects.filter(slug="bede").update(takes_challenges=False)
    assert "does not accept challenges" in challenge(alices, 409)["detail"]
    Bot.objects.filter(slug="bede").update(takes_challenges=True)
    settings.CHALLENGES_PER_DAY = 1
    challenge(alices)
    assert challenge(alices, 429)["type"] == "/api/#quota-used"
    assert alices.read("me/")["quotas"]["challenges"]["left"] == 0


def test_organisers_void_and_replay(
    match: Match, alices: Program, bobs: Program, olgas: Program, ladder: Ladder
) -> None:
    for verb in ("void", "rejudge"):
        alices.send(f"matches/{match.pk}/{verb}/", 403, reason="I lost")
    assert olgas.send(f"matches/{match.pk}/rejudge/", 422)["type"] == "/api/#needs-reason"
    again = olgas.send(f"matches/{match.pk}/rejudge/", 201, reason="a broken machine")
    assert again["status"] == "queued"
    assert olgas.read(f"matches/{match.pk}/")["status"] == "void"
    assert olgas.send(f"matches/{match.pk}/void/", 409, reason="again")["status"] == 409
    assert RatingRun.objects.filter(ladder=ladder).exists()
    lines = olgas.read(f"audit/?target=match%20{match.pk}")["results"]
    assert [(line["actor"], line["verb"], line["reason"]) for line in lines] == [
        ("olga", "rejudge_match", "a broken machine")
    ]


def test_the_log_of_the_organisers_is_theirs(
    alices: Program, olgas: Program, anybody: Program, ladder: Ladder
) -> None:
    alices.send(f"ladders/{ladder.slug}/recompute/", 403, reason="why not")
    olgas.send(f"ladders/{ladder.slug}/recompute/", 422)
    olgas.send(f"ladders/{ladder.slug}/recompute/", 202, reason="to be sure")
    assert Action.objects.get().target == f"ladder {ladder.pk}"
    assert RatingRun.objects.get().state == "filling"
    assert olgas.names("audit/?verb=recompute_ladder", "reason") == ["to be sure"]
    alices.read("audit/", 403)
    anybody.read("audit/", 401)

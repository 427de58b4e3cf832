"""Recent upsets and close games, for the home page."""

import pickle

from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot, Entry, Game, Ladder, Match, RatingChange, Version
from tests.website.page import visit
from tests.website.rows import make_fault, make_match, make_version
from website.matches.featured import CloseFinish, Upset, highlights


def rated(ladder: Ladder, winner: Bot, loser: Bot) -> Match:
    assert winner.current
    assert loser.current
    return make_match(ladder, winner.current, loser.current)


def set_skill(bot: Bot, mu: float) -> None:
    Entry.objects.filter(bot=bot).update(mu=mu, sigma=1.0)


def test_who_wins_against_all_odds_is_told(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> None:
    set_skill(alices_bot, 15)
    set_skill(bobs_bot, 30)
    match = rated(ladder, alices_bot, bobs_bot)
    (one,) = highlights()
    assert one.match == match
    assert one.is_upset
    assert isinstance(one.why, Upset)
    assert one.why.chance < 0.05


def test_who_wins_as_expected_is_no_upset(alices_bot: Bot, bobs_bot: Bot, ladder: Ladder) -> None:
    set_skill(alices_bot, 30)
    set_skill(bobs_bot, 15)
    rated(ladder, alices_bot, bobs_bot)
    assert [one.is_upset for one in highlights()] == [False]


def test_the_closest_game_of_a_match_is_told(
    alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = rated(ladder, alices_bot, bobs_bot)
    Game.objects.filter(match=match, number=0).update(scores=[10, 41])
    Game.objects.filter(match=match, number=1).update(scores=[30, 31], ranks=[2, 1])
    (one,) = highlights()
    assert one.why == CloseFinish(match.pk, 2, 1, (31, 30), (0, 1), is_tie=False)
    assert one.names == ["Alcuin", "Bede"]


def test_a_match_with_a_fault_is_worth_no_look(
    alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = rated(ladder, alices_bot, bobs_bot)
    assert bobs_bot.current
    make_fault(match, bobs_bot.current)
    assert highlights() == []


def test_a_match_that_was_voided_since_is_gone(
    alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    match = rated(ladder, alices_bot, bobs_bot)
    RatingChange.objects.all().delete()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    assert highlights() == []


def test_the_home_page_shows_some_in_a_fixed_number_of_queries(
    visitor: Client,
    alices_bot: Bot,
    bobs_bot: Bot,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(8):
        make_match(ladder, make_version(alices_bot), make_version(bobs_bot))
    assert len(highlights()) <= 6
    cache.delete("highlights")
    with django_assert_max_num_queries(16):
        page = visit(visitor, "/")
    assert "Worth a look" in page


def test_nothing_private_lies_in_the_cache(
    visitor: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    owner = alices_bot.owner
    owner.email = "alice@example.org"
    owner.save()
    Version.objects.update(failure={"traceback": "secret-line-in-bot.py"})
    rated(ladder, alices_bot, bobs_bot)
    assert "Alcuin" in visit(visitor, "/")
    kept = pickle.dumps(cache.get("highlights"))
    assert b"Alcuin" in kept
    for secret in (owner.password, owner.email, "secret-line-in-bot.py"):
        assert secret.encode() not in kept

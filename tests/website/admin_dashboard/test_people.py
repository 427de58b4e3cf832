"""Suspending accounts: permissions, and effects on bots."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from arena.models import Action, Bot, Ladder, Match, Notification, Tournament
from tests.arena.results.rows import record_result, result, running
from tests.arena.tournament_steps import bots, started
from tests.cast import entry_of, house, olga, person
from tests.website.conftest import logged_in
from tests.website.page import Page, visit
from tests.website.rows import make_bot, make_match
from website.accounts.models import User
from website.accounts.tokens import make_token
from website.notifications.models import Delivery
from website.notifications.webhooks import make_hook, send_test

WHY = {"reason": "Spam in names of bots."}


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("ada", password="x")


@pytest.fixture
def as_admin(admin: User) -> Client:
    return logged_in(admin)


def do(client: Client, name: str, verb: str, **data: str) -> int:
    return client.post(f"/dashboard/people/{name}/{verb}/", data or WHY).status_code


def test_a_bot_that_was_never_accepted_is_not_called_active(
    as_olga: Client, alices_bot: Bot
) -> None:
    shown = f"{alices_bot.name} active"
    assert shown in visit(as_olga, "/dashboard/people/alice/")
    Bot.objects.filter(pk=alices_bot.pk).update(current=None)
    page = visit(as_olga, "/dashboard/people/alice/")
    assert shown not in page
    assert f"{alices_bot.name} no accepted version" in page


def test_a_suspended_owner_is_out_and_the_bots_sit_out(
    as_olga: Client, as_alice: Client, alice: User, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    live = make_match(ladder, alices_bot.current, bobs_bot.current, status="queued")
    done = make_match(ladder, alices_bot.current, bobs_bot.current)
    assert do(as_olga, "alice", "suspend") == 302
    assert as_alice.get("/bots/upload/").status_code == 302, "she is asked to log in"
    assert not as_alice.login(username="alice", password="a-castle-of-words-7")
    alices_bot.refresh_from_db()
    assert alices_bot.state == Bot.State.BENCHED
    statuses = {match.pk: match.status for match in Match.objects.all()}
    assert statuses == {live.pk: "void", done.pk: "finished"}
    line = Action.objects.get(verb="suspend_user")
    assert (line.target, line.reason, line.actor) == (f"user {alice.pk}", WHY["reason"], olga())


def test_a_suspended_owner_loses_what_has_begun_and_the_others_play_on(
    as_olga: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    before = entry_of(alices_bot).mu
    match = running(ladder, alices_bot, bobs_bot)
    assert do(as_olga, "alice", "suspend") == 302
    match.refresh_from_db()
    assert match.status == "running"
    record_result(match=match, result=result(2.0, 0.0))
    assert [(seat.rank, seat.points) for seat in match.seats.all()] == [(2, 0.0), (1, 1.0)]
    assert entry_of(alices_bot).mu < before < entry_of(bobs_bot).mu
    assert "forfeited" in visit(as_olga, f"/matches/{match.pk}/")


def test_suspending_lists_running_events_and_excludes_from_those_chosen(
    as_olga: Client, alices_bot: Bot, ladder: Ladder
) -> None:
    house_bots = bots(3, ladder)
    cups = [started([*house_bots, alices_bot], name=name) for name in ("First Cup", "Second Cup")]
    over = started([*house_bots, alices_bot], name="Old Cup")
    Tournament.objects.filter(pk=over.pk).update(state="finished")
    page = visit(as_olga, "/dashboard/people/alice/")
    assert "First Cup" in page
    assert "Second Cup" in page
    assert "Old Cup" not in page
    chosen = cups[0].entrants.get(bot=alices_bot)
    assert do(as_olga, "alice", "suspend", exclude=str(chosen.pk), **WHY) == 302
    states = [cup.entrants.get(bot=alices_bot).state for cup in cups]
    assert states == ["excluded", "entered"]
    logged = Action.objects.get(verb="exclude_entrant")
    assert (logged.actor, logged.reason) == (olga(), WHY["reason"])


def test_a_refused_renaming_keeps_what_was_typed_in_its_own_form(
    as_admin: Client, alices_bot: Bot, bobs_bot: Bot
) -> None:
    sent = {"bot": alices_bot.slug, "name": bobs_bot.name, "reason": "Rude"}
    page = Page(as_admin.post("/dashboard/people/alice/rename/", sent))
    assert "is taken" in page.alert
    assert page.part("#name")["value"] == bobs_bot.name
    assert (page.part("#rename-reason").text, page.part("#reason").text) == ("Rude", "")


def rename(client: Client, owner: str, sent: dict[str, str]) -> int:
    return client.post(f"/dashboard/people/{owner}/rename/", sent).status_code


def test_an_administrator_renames_an_unpleasant_bot_and_tells_its_owner(
    as_admin: Client, as_olga: Client, alice: User, alices_bot: Bot, admin: User
) -> None:
    sent = {"bot": "alcuin", "name": "Kind", **WHY}
    assert rename(as_olga, "alice", sent) == 409
    assert rename(as_admin, "alice", sent | {"reason": ""}) == 409
    assert rename(as_admin, "alice", sent | {"name": "<b>"}) == 409
    assert rename(as_admin, "bob", sent) == 404
    alices_bot.refresh_from_db()
    assert alices_bot.name == "Alcuin"
    assert rename(as_admin, "alice", sent) == 302
    alices_bot.refresh_from_db()
    assert (alices_bot.name, alices_bot.slug) == ("Kind", "alcuin")
    logged = Action.objects.get(verb="rename_bot")
    assert (logged.actor, logged.reason) == (admin, WHY["reason"])
    assert logged.details == {"before": "Alcuin", "name": "Kind"}
    told = Notification.objects.get(user=alice, kind="bot.renamed")
    assert told.params["message"] == WHY["reason"]


def opens(secret: str) -> bool:
    browser = Client(headers={"Authorization": f"Bearer {secret}"})
    return browser.get("/api/v1/me/").status_code == 200


def test_no_session_comes_back_with_the_account_and_tokens_do(
    as_olga: Client, as_alice: Client, alice: User
) -> None:
    _token, secret = make_token(user=alice, name="ci", scopes=["read"])
    assert as_alice.get("/accounts/").status_code == 200
    do(as_olga, "alice", "suspend")
    assert not opens(secret)
    do(as_olga, "alice", "reinstate")
    assert as_alice.get("/accounts/").status_code == 302
    assert not UserSession.objects.filter(user=alice).exists()
    assert opens(secret)
    assert logged_in(User.objects.get(pk=alice.pk)).get("/accounts/").status_code == 200


def test_a_log_in_that_was_on_its_way_ends_with_the_suspension_too(
    as_olga: Client, alice: User
) -> None:
    """The account was read before it was suspended, the session is written afterwards."""
    do(as_olga, "alice", "suspend")
    late = logged_in(alice)
    do(as_olga, "alice", "reinstate")
    assert late.get("/accounts/").status_code == 302


def test_sessions_of_an_older_suspension_end_when_it_does(as_olga: Client, alice: User) -> None:
    """An older version left such sessions alone."""
    left = logged_in(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    do(as_olga, "alice", "reinstate")
    assert left.get("/accounts/").status_code == 302


def test_an_account_closed_in_the_admin_is_logged_out_for_good(
    as_admin: Client, as_alice: Client, alice: User
) -> None:
    path = f"/admin/accounts/user/{alice.pk}/change/"
    form = as_admin.get(path).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    sent |= {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"}
    for active in (False, True):
        sent = {
            key: value for key, value in sent.items() if key not in ("date_joined", "is_active")
        }
        sent |= {"is_active": "on"} if active else {}
        answer = as_admin.post(path, sent)
        assert answer.status_code == 302, answer.context["adminform"].form.errors
        alice.refresh_from_db()
        assert alice.is_active == active
    assert as_alice.get("/accounts/").status_code == 302


def test_nothing_more_is_posted_for_a_suspended_owner(as_olga: Client, alice: User) -> None:
    hook = make_hook(owner=alice, url="https://example.org/", events=["check.passed"])
    send_test(hook=hook)
    assert do(as_olga, "alice", "suspend") == 302
    assert not Delivery.objects.waiting().exists()


def test_an_account_given_back_frees_the_bots_that_it_benched_and_no_other(
    as_olga: Client, alice: User, alices_bot: Bot, ladder: Ladder
) -> None:
    faulty = make_bot(alice, "Faulty", ladder)
    faulty.bench("three faults in a row")
    do(as_olga, "alice", "suspend")
    assert do(as_olga, "alice", "reinstate") == 302
    alice.refresh_from_db()
    assert alice.is_active
    states = dict(Bot.objects.filter(owner=alice).values_list("name", "state"))
    assert states == {"Alcuin": "active", "Faulty": "benched"}


def test_no_check_frees_a_bot_whose_owner_is_suspended(as_olga: Client, alices_bot: Bot) -> None:
    do(as_olga, "alice", "suspend")
    bot = Bot.objects.get(pk=alices_bot.pk)
    bot.release()
    bot.refresh_from_db()
    assert bot.state == Bot.State.BENCHED


def test_what_cannot_be_is_refused_with_what_was_typed(as_olga: Client, admin: User) -> None:
    person("ben", is_staff=True)
    house()
    for name in ("olga", "ben", "ada", "house"):
        assert do(as_olga, name, "suspend") == 409, name
        assert User.objects.get(username=name).is_active
    person("charlie")
    answer = as_olga.post("/dashboard/people/charlie/suspend/", {"reason": "  "})
    assert answer.status_code == 409
    assert Page(answer).part("[aria-invalid=true]")["aria-describedby"] == "refusal"
    assert do(as_olga, "nobody", "suspend") == 404
    assert do(as_olga, "charlie", "appoint") == 409, "she is no administrator"
    answer = as_olga.post("/dashboard/people/ben/suspend/", {"reason": "kept <words>"})
    assert "kept <words>" in Page(answer)


@pytest.mark.parametrize("verb", ["suspend", "reinstate", "appoint", "dismiss"])
def test_nobody_else_changes_accounts(
    verb: str, as_bob: Client, visitor: Client, alice: User
) -> None:
    assert do(as_bob, "alice", verb) == 403
    assert do(visitor, "alice", verb) == 302
    alice.refresh_from_db()
    assert alice.is_active
    assert not alice.is_staff


def test_an_administrator_appoints_dismisses_and_suspends_organisers(as_admin: Client) -> None:
    person("charlie")
    assert do(as_admin, "charlie", "appoint") == 302
    assert User.objects.get(username="charlie").is_organiser
    assert do(as_admin, "charlie", "dismiss") == 302
    assert not User.objects.get(username="charlie").is_organiser
    olga()
    assert do(as_admin, "olga", "suspend") == 302
    assert not User.objects.get(username="olga").is_active


def test_people_are_found_by_name_by_whole_address_and_by_state(
    as_olga: Client, alice: User
) -> None:
    User.objects.filter(pk=alice.pk).update(email="a@example.org")
    person("charlie")

    def found(query: str) -> set[str]:
        page = visit(as_olga, f"/dashboard/people/?{query}")
        return {name for name in ("alice", "charlie") if f"/dashboard/people/{name}/" in page.hrefs}

    assert found("") == {"alice", "charlie"}
    assert found("q=CHAR") == {"charlie"}
    assert found("q=a@example.org") == {"alice"}
    assert found("q=example.org") == set(), "addresses are not for browsing"
    do(as_olga, "charlie", "suspend")
    assert found("suspended=1") == {"charlie"}


# --- Django's admin ------------------------------------------------------------------------------
def test_the_admin_shows_every_table_and_changes_none_but_accounts(
    as_admin: Client, alices_bot: Bot, bobs_bot: Bot, ladder: Ladder
) -> None:
    assert alices_bot.current
    assert bobs_bot.current
    match = make_match(ladder, alices_bot.current, bobs_bot.current)
    assert as_admin.get("/admin/").status_code == 200
    for table in ("match", "game", "bot", "version", "entry", "ratingchange", "action"):
        assert as_admin.get(f"/admin/arena/{table}/").status_code == 200, table
    assert as_admin.get(f"/admin/arena/match/{match.pk}/change/").status_code == 200
    assert as_admin.post(f"/admin/arena/match/{match.pk}/change/", {}).status_code == 403
    assert as_admin.get("/admin/arena/match/add/").status_code == 403
    linked = "/admin/socialaccount/socialaccount/"
    assert as_admin.get(linked).status_code == 200
    assert as_admin.get(f"{linked}add/").status_code == 403
    assert as_admin.get("/admin/socialaccount/socialapp/").status_code == 404  # a setting alone
    assert as_admin.get(f"/admin/accounts/user/{alices_bot.owner_id}/change/").status_code == 200


def test_organisers_have_no_rights_in_the_admin(as_olga: Client, ladder: Ladder) -> None:
    assert as_olga.get("/admin/arena/match/").status_code == 403

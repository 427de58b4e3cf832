from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from django.db import transaction

from arena.core.isolate_errors import isolate_errors
from arena.models import League, Notification, Tournament
from arena.notifications.notify import notify
from engine.messages import Message
from engine.messages import gettext_noop as _


def report_errors(
    *, kind: type[Tournament] | type[League], pk: int
) -> AbstractContextManager[None]:
    """Isolate the errors of one tournament or league, and tell its organiser of them."""
    report = partial(report_error, kind=kind, pk=pk)
    return isolate_errors(kind=str(kind._meta.model_name), pk=pk, report=report)


@transaction.atomic
def report_error(*, kind: type[Tournament] | type[League], pk: int, error: Exception) -> None:
    """Store an unexpected error as the problem of a tournament or league, and tell its organiser.

    It does not pause it: the next tick tries again, and success removes the problem.
    """
    rows = kind._default_manager.select_for_update(no_key=True, of=("self",))
    competition: Tournament | League | None = rows.filter(pk=pk).first()
    if competition is not None:
        report_problem(
            competition=competition,
            problem=Message(
                _(
                    "An unexpected error stops it (%(error)s). It is tried again every few "
                    "seconds. The platform's log has the details."
                ),
                {"error": type(error).__name__},
            ),
        )


def report_problem(*, competition: Tournament | League, problem: str) -> None:
    """Store the problem of a locked competition; tell its organiser, once while it stays."""
    if competition.problem != problem:
        competition.save_problem(problem)
        notify_blocked(competition=competition, problem=problem)


def notify_blocked(*, competition: Tournament | League, problem: str) -> None:
    """Tell the organiser of a problem that stops a tournament or a league."""
    kind, what = Notification.Kind.BLOCKED, "tournament"
    if isinstance(competition, League):
        kind, what = Notification.Kind.LEAGUE_BLOCKED, "league"
    params: dict[str, Any] = {
        what: competition.name,
        f"{what}_slug": competition.slug,
        "message": problem,
    }
    about = f"{what} {competition.pk}"
    notify(kind=kind, about=about, people={competition.organiser_id: params})

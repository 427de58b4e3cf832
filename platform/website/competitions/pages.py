"""From a competition's form to its action and page."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext

from arena.core.errors import EditedMeanwhile, Refused
from arena.core.terms import Terms
from arena.models.competition import Competition
from website.accounts.models import User
from website.competitions.terms import TermsForm

T = TypeVar("T", bound=Terms)
M = TypeVar("M")
C = TypeVar("C", bound=Competition)


@dataclass(frozen=True)
class CompetitionPages:
    """A kind of competition: its URLs and labels."""

    index: str
    detail: str
    plural: Promise
    new: Promise
    make: Promise


def own_competition(person: User, seen: QuerySet[C], slug: str) -> C:
    """Return a competition to manage. Raise Http404, or PermissionDenied if others run it."""
    competition = get_object_or_404(seen, slug=slug)
    if not competition.is_run_by(person):
        raise PermissionDenied
    return competition


def submit(form: TermsForm[T], act: Callable[[T], M]) -> M | None:
    """Return the action's result; None if the form is invalid or refused, with the reason in it."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return act(form.terms())
    except Refused as refused:
        if isinstance(refused, EditedMeanwhile):
            form.compare(refused)
        form.add_error(refused.term if refused.term in form.fields else None, refused.message)
        return None


def form_page(
    request: HttpRequest,
    template: str,
    form: TermsForm[Any],
    kind: CompetitionPages,
    present: Competition | None,
    **context: Any,
) -> HttpResponse:
    title = gettext("Edit %(name)s") % {"name": present.name} if present else kind.new
    is_wrong = form.is_bound and not form.is_valid()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    if form.is_stale:
        status = HTTPStatus.CONFLICT
    context |= {"form": form, "kind": kind, "present": present, "title": title}
    return render(request, template, context, status=status)

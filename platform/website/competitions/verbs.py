"""Organisers' verbs: one entry serves page and API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import messages
from django.db.models import Model
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from arena.core.errors import Refused
from website.accounts.models import User
from website.api.fields import BadForm, ReasonInput
from website.competitions.terms_form import parse_revision
from website.site.http import OwnRequest, sent_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Sent = Mapping[str, Any]
NEW_STATE = _("“%(name)s” is now %(state)s.")


def no_params(_sent: Sent, _result: Any) -> Sent:
    return {}


def bot_name(sent: Sent, _result: Any) -> Sent:
    return {"name": sent["bot"].name}


def new_state(_sent: Sent, competition: Any) -> Sent:
    """Return what NEW_STATE says, if the action returns the competition."""
    return {"name": competition.name, "state": competition.get_state_display()}


@dataclass(frozen=True)
class Verb:
    """An organiser's action on a competition or match.

    `key`: its word in URLs. `action` takes `organiser`, the object as `target` (if any), and the
    values of `takes`. `summary`, `about` and `status` describe it in the API. `done`: what the page
    says then, with `params(sent, result)`. `offered`: whether it fits the present state. `label`
    and `help` are of its button, unless the template has a form for it; with a `title` it is
    folded. With `has_revision` its action takes the `revision` of what was shown, and refuses if
    others have changed it since.
    """

    key: str
    action: Callable[..., Any]
    _: KW_ONLY
    summary: str
    about: str
    status: HTTPStatus = HTTPStatus.OK
    done: _StrPromise
    offered: Callable[[Any], bool]
    takes: type[ReasonInput] | None = ReasonInput
    needs_reason: bool = False
    has_revision: bool = False
    params: Callable[[Sent, Any], Sent] = no_params
    label: _StrPromise | str = ""
    help: _StrPromise | str = ""
    title: _StrPromise | str = ""
    target: ClassVar[str]

    @property
    def description(self) -> str:
        return f"{self.about} Needs a reason." if self.needs_reason else self.about

    @property
    def asks(self) -> str:
        """Say whether a reason must or may be given."""
        return "must" if self.needs_reason else "may" if self.takes else ""

    def run(self, *, organiser: User, on: Model, sent: Sent) -> Any:
        """Return the action's result. Raises Refused."""
        target = {self.target: on} if self.target else {}
        return self.action(organiser=organiser, **target, **sent)

    def said(self, sent: Sent, result: Any) -> str:
        """Return what the page says of a result."""
        return str(self.done % self.params(sent, result))

    def press(self, request: OwnRequest, on: Model) -> bool:
        """Run it by the page's form and say what came of it; return whether it was done."""
        try:
            messages.success(request, self.run_form(request, on))
        except Refused as refused:
            messages.error(request, str(refused))
            return False
        return True

    def run_form(self, request: OwnRequest, on: Model) -> str:
        """Run it by the page's form; return what to say. Raises Refused."""
        sent = dict(self.read_form(request, on))
        if self.has_revision:
            sent["revision"] = parse_revision(sent_text(request.POST, "revision"))
        return self.said(sent, self.run(organiser=request.user, on=on, sent=sent))

    def read_form(self, request: OwnRequest, on: Model) -> Sent:
        """Return the action's arguments. Raises BadForm."""
        if self.takes is None:
            return {}
        data = self.takes.from_form(request.POST, on)
        form = self.takes(data=data, context={"request": request, "target": on})
        try:
            is_valid = form.is_valid()
        except Http404 as problem:
            raise BadForm(problem.args[0]) from problem
        if not is_valid:
            raise BadForm(_first_error(form))
        return dict(form.validated_data)


V = TypeVar("V", bound=Verb)


def by_key(verbs: Iterable[V]) -> dict[str, V]:
    return {verb.key: verb for verb in verbs}


def verb_or_404(verbs: Mapping[str, V], key: str) -> V:
    if key not in verbs:
        raise Http404
    return verbs[key]


def _first_error(form: ReasonInput) -> str:
    name, errors = next(iter(form.errors.items()))
    field = form.fields[name]
    return str(getattr(field, "form_error", "") or f"{field.label}: {errors[0]}")

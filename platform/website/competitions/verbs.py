"""Organisers' verbs: one entry serves page and API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.contrib import messages
from django.db.models import Model
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from arena.core.errors import Refused
from website.accounts.models import Token, User
from website.api.base import Resource
from website.api.fields import BadForm, ReasonInput
from website.api.terms import IF_MATCH, read_revision
from website.competitions.terms import parse_revision
from website.site.http import OwnRequest, sent_text

Row = TypeVar("Row", bound=Model)


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

    def done_text(self, sent: Sent, result: Any) -> str:
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
        return self.done_text(sent, self.run(organiser=request.user, on=on, sent=sent))

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
            name, errors = next(iter(form.errors.items()))
            field = form.fields[name]
            words = str(getattr(field, "form_error", "") or f"{field.label}: {errors[0]}")
            raise BadForm(words)
        return dict(form.validated_data)


V = TypeVar("V", bound=Verb)


def by_key(verbs: Iterable[V]) -> dict[str, V]:
    return {verb.key: verb for verb in verbs}


def verb_or_404(verbs: Mapping[str, V], key: str) -> V:
    if key not in verbs:
        raise Http404
    return verbs[key]


class VerbView(Resource[Row]):
    """Runs verbs in the API on an object, by default one with a slug; returns it as `shown_as`."""

    write_scope = Token.Scope.ORGANISE
    shown_as: ClassVar[type[BaseSerializer[Any]]]
    target: Row | None = None

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "target": self.target}

    def perform(self, verb: Verb, **at: Any) -> Response:
        self.target = self.find_row(**at)
        sent = dict(self.read_input(verb.takes)) if verb.takes else {}
        if verb.has_revision:
            competition: Any = self.target
            sent["revision"] = read_revision(self.request, competition)
        return self.respond_after(
            verb, verb.run(organiser=self.user, on=self.target, sent=sent), **at
        )

    def find_row(self, **at: Any) -> Row:
        return get_object_or_404(self.get_queryset(), **at)

    def respond_after(self, verb: Verb, _result: Any, /, **at: Any) -> Response:
        return self.respond_with(**at, status=verb.status)

    def respond_with(self, slug: str, **more: Any) -> Response:
        """Return a response with the present state."""
        return self.respond(self.shown_as, self.find_row(slug=slug), **more)


def verb_paths(
    route: str, view: type[VerbView[Any]], verbs: Mapping[str, Verb]
) -> list[URLPattern]:
    """Return a path for each verb, to a view of the same name with a method for each."""
    methods = {key: _method(verb, view.shown_as) for key, verb in verbs.items()}
    full: Any = type(view.__name__, (view,), methods)
    return [path(f"{route}{key}/", full.as_view({"post": key})) for key in verbs]


def _method(verb: Verb, shown_as: type[BaseSerializer[Any]]) -> Callable[..., Response]:
    def post(view: VerbView[Any], _request: Request, **at: Any) -> Response:
        return view.perform(verb, **at)

    post.__name__, post.__doc__ = verb.key, verb.description
    return extend_schema(
        parameters=[IF_MATCH] if verb.has_revision else [],
        request=verb.takes,
        responses={verb.status: shown_as},
        summary=verb.summary,
    )(post)

"""Organisers' verbs in the API: a route, a view method and a description for each."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from django.db.models import Model
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from website.accounts.models import Token
from website.api.base import Resource
from website.api.terms import IF_MATCH, read_revision
from website.competitions.verbs import Verb

Row = TypeVar("Row", bound=Model)


class VerbView(Resource[Row]):
    """Runs verbs on an object, by default one with a slug, and returns it as `shown_as`."""

    write_scope = Token.Scope.ORGANISE
    shown_as: ClassVar[type[BaseSerializer[Any]]]
    target: Row | None = None

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "target": self.target}

    def perform(self, verb: Verb, **at: Any) -> Response:
        self.target = self.found(**at)
        sent = dict(self.sent(verb.takes)) if verb.takes else {}
        if verb.has_revision:
            competition: Any = self.target
            sent["revision"] = read_revision(self.request, competition)
        return self.done(verb, verb.run(organiser=self.user, on=self.target, sent=sent), **at)

    def found(self, **at: Any) -> Row:
        return get_object_or_404(self.get_queryset(), **at)

    def done(self, verb: Verb, _result: Any, /, **at: Any) -> Response:
        return self.described(**at, status=verb.status)

    def described(self, slug: str, **more: Any) -> Response:
        """Return a response with the present state."""
        return self.shown(self.shown_as, self.found(slug=slug), **more)


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

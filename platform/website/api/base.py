"""Base classes of the API's views."""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import MethodNotAllowed, ParseError
from rest_framework.filters import BaseFilterBackend
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser, MultiPartParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.throttling import UserRateThrottle
from rest_framework.viewsets import GenericViewSet

from arena.models.competition import Competition
from website.accounts.models import User
from website.api.authentication import HasScope, TokenAuthentication
from website.api.pagination import Newest
from website.api.schema import (
    Described,
    body_of,
    parameters_of,
    require_known_keys,
    require_known_parameters,
)
from website.api.throttles import ActionThrottle, AddressThrottle

Row = TypeVar("Row", bound=Model)


class AlwaysJson(DefaultContentNegotiation):
    """Ignore `Accept` instead of refusing it."""

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002  the library's signature
        renderers: Any,
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class FiniteJson(JSONRenderer):
    """Render NaN and infinities as null."""

    def render(self, data: Any, *args: Any, **kwargs: Any) -> bytes:
        try:
            text = super().render(data, *args, **kwargs)
        except ValueError:
            text = super().render(_finite(data), *args, **kwargs)
        return bytes(text)


def _tag(revision: int, response: HttpResponse) -> None:
    """Tag the content for `If-None-Match`, with the revision of its settings for `If-Match`."""
    response["ETag"] = f'"{revision}-{hashlib.sha256(response.content).hexdigest()[:32]}"'


def _finite(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {name: _finite(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


class SmallJson(JSONParser):
    """Refuse JSON nested too deep, or with lone surrogates."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            value = super().parse(stream, media_type, parser_context)
            json.dumps(value, ensure_ascii=False).encode()
        except RecursionError as problem:
            raise ParseError("JSON parse error - it is nested too deep") from problem
        except UnicodeEncodeError as problem:
            raise ParseError("JSON parse error - half of a surrogate pair is no text") from problem
        return value


class Resource(GenericViewSet[Row]):
    """Base view set.

    `write_scope`: tokens need it to write. `paces`: rates of costly actions. `personal`: reading
    needs an account.
    """

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [HasScope]
    throttle_classes = [AddressThrottle, UserRateThrottle, ActionThrottle]
    renderer_classes = [FiniteJson]
    parser_classes = [SmallJson]
    content_negotiation_class = AlwaysJson
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    serializer_class: type[BaseSerializer[Any]] | None = None
    pagination_class: type[Newest] | None = Newest
    filter_backends: Sequence[type[BaseFilterBackend]] = [DjangoFilterBackend]
    schema = Described()

    write_scope: ClassVar[str]
    paces: ClassVar[dict[str, str]] = {}
    anonymous_paces: ClassVar[dict[str, str]] = {}  # rates for clients without an account
    personal: ClassVar[bool] = False
    takes_files: ClassVar[frozenset[str]] = frozenset()  # actions that take a form

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise MethodNotAllowed before checking permissions, and refuse what is unknown after."""
        if (request.method or "").lower() not in (self.action_map or {}):
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)
        require_known_parameters(parameters_of(self), request.query_params)
        if request.method not in SAFE_METHODS:
            require_known_keys(body_of(self), request.data, self.get_serializer_context())

    @property
    def viewer(self) -> User | None:
        user = self.request.user
        return user if isinstance(user, User) else None

    @property
    def user(self) -> User:
        """Return the user. Raise TypeError without an account."""
        user = self.request.user
        if not isinstance(user, User):
            raise TypeError("a view for people with an account was reached without one")
        return user

    def get_parsers(self) -> list[BaseParser]:
        """Parse forms for actions that take files, JSON otherwise."""
        method = (getattr(self.request, "method", None) or "").lower()
        sends_file = self.action_map.get(method) in self.takes_files if self.action_map else False
        return [MultiPartParser()] if sends_file else super().get_parsers()

    def read_input(self, shape: type[BaseSerializer[Any]], **kwargs: Any) -> dict[str, Any]:
        """Return the validated request data. Raise ValidationError."""
        serializer = shape(data=self.request.data, context=self.get_serializer_context(), **kwargs)
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data

    def respond(self, shape: type[BaseSerializer[Any]], thing: Any, **more: Any) -> Response:
        """Return a response of one object or a list; a competition's ETag has its revision."""
        many = isinstance(thing, list)
        data = shape(thing, many=many, context=self.get_serializer_context()).data
        response = Response(data, **more)
        if isinstance(thing, Competition):
            response.add_post_render_callback(partial(_tag, thing.revision))
        return response

    def page(self, shape: type[BaseSerializer[Any]], rows: QuerySet[Any]) -> Response:
        page = self.paginate_queryset(rows)
        data = shape(page, many=True, context=self.get_serializer_context()).data
        return self.get_paginated_response(data)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep shared caches from mixing users' answers."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

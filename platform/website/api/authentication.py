"""Who asks, by token, and what the token may do; actions check the rights of the user."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from website.accounts.models import Token, User
from website.accounts.tokens import find_token
from website.api.problems import MissingScope
from website.api.throttles import FailureThrottle

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer kb_...`; only failures are limited."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return user and token, or None without a bearer token.

        The user is an organiser only if the token's scopes say so, and never an administrator.
        Raise AuthenticationFailed, or Throttled after too many failures.
        """
        scheme, _space, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != KEYWORD.lower():
            return None
        token = find_token(secret=secret.strip())
        if token is None:
            failures = FailureThrottle()
            failures.need_patience(request)
            failures.count(request)
            raise AuthenticationFailed(
                "Invalid token: it is mistyped, expired or revoked, or its user is inactive"
            )
        user = token.user
        user.is_staff = user.is_staff and Token.Scope.ORGANISE in token.scopes
        user.is_superuser = False
        return user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  the library's signature
        return f'{KEYWORD} realm="kingsbench"'


class HasScope(BasePermission):
    """Let everyone read unless the view is `personal`; tokens need `read`.

    Writing needs an account, and tokens the view's `write_scope`.
    """

    message = ""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise MissingScope if another token could do it."""
        is_reading = request.method in SAFE_METHODS
        user = request.user
        if not isinstance(user, User):
            return is_reading and not getattr(view, "personal", False)
        wanted = scope_of(view, is_reading=is_reading)
        if isinstance(request.auth, Token) and wanted not in request.auth.scopes:
            raise MissingScope(wanted)
        organises = Token.Scope.ORGANISE in {wanted, getattr(view, "read_scope", None)}
        if organises and not user.is_organiser:
            self.message = "Only organisers can do this."
            return False
        return True


def scope_of(view: APIView, *, is_reading: bool) -> str:
    if is_reading:
        return getattr(view, "read_scope", Token.Scope.READ)
    scope: str = view.write_scope  # type: ignore[attr-defined]  # every view that writes names it
    return scope

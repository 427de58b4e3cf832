"""Authenticate API requests by token."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from website.accounts.models import Token, User
from website.accounts.tokens import find_token
from website.api.throttles import FailureThrottle

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer kb_...`; only failures are limited."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return user and token, or None without a bearer token.

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
        return _user_with_scopes(token), token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  the library's signature
        return f'{KEYWORD} realm="kingsbench"'


def _user_with_scopes(token: Token) -> User:
    """Return the token's user, an organiser only if the scopes say so."""
    user = token.user
    user.is_staff = user.is_staff and Token.Scope.ORGANISE in token.scopes
    user.is_superuser = False
    return user

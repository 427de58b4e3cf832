"""Who asks: the user of a token, as far as the token's scopes go."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from website.accounts.models import Token, User
from website.accounts.tokens import find_token
from website.api.throttles import FailureThrottle

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer kb_...`. Who guesses tokens is made to wait, by their address;
    whoever has a token is not made to wait for others there."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """User and token; None where the header says nothing of a token.

        Raises AuthenticationFailed for a token that opens nothing, and Throttled after too many.
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
                "This token opens nothing: it is mistyped, expired, revoked, or its user is away"
            )
        return _limited(token), token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  the library's signature
        """What a client is asked for with status 401."""
        return f'{KEYWORD} realm="kingsbench"'


def _limited(token: Token) -> User:
    """The token's user, who for this request is no organiser unless the token says so."""
    user = token.user
    user.is_staff = user.is_staff and Token.Scope.ORGANISE in token.scopes
    user.is_superuser = False
    return user

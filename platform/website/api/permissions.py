"""Check token scopes; actions check the user's rights."""

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from website.accounts.models import Token, User
from website.api.problems import MissingScope


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

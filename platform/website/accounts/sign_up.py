"""Sign-up and log-in with our name rules and limits."""

from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from arena.core.errors import BadName
from arena.core.require_name import require_name
from arena.models.name_key import alike
from website.accounts.log_in import count_attempt, remember_device
from website.accounts.models import User
from website.site.http import View

CONFIRMATION = "allauth.account.stages.EmailVerificationStage"
ASKING = "website.accounts.ask_address.AskAddressStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalised name. Raise ValidationError if bad or, unless `shallow`, taken."""
        try:
            name = require_name(name=username)
        except BadName as bad:
            raise ValidationError(bad.message) from bad
        name = str(super().clean_username(name, shallow=True))
        if not shallow and User.objects.filter(alike(name)).exists():
            words = _(
                "The name “%(name)s” is taken or too similar to another one. Choose another name."
            )
            raise ValidationError(words % {"name": name})
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt; allauth uncounts good ones. Raise ValidationError."""
        usage = count_attempt(request, credentials.get("username") or credentials.get("email", ""))
        if usage is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage = usage

    def get_login_stages(self) -> list[str]:
        """Ask for a missing address before allauth would have it confirmed."""
        stages: list[str] = super().get_login_stages()
        stages.insert(stages.index(CONFIRMATION), ASKING)
        return stages

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        remember_device(request, response, user)
        return response

    def save_user(self, *args: Any, **kwargs: Any) -> User:
        """Use a savepoint: a name taken meanwhile must not break an outer transaction."""
        with transaction.atomic():
            user: User = super().save_user(*args, **kwargs)
            return user


def once_more_if_taken(view: View) -> View:
    """Run a view again after an IntegrityError, so that its form reports the taken name."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except IntegrityError:
            return view(request, *args, **kwargs)

    return answer


sign_up = once_more_if_taken(allauth_views.signup)

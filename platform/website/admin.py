"""Django's admin: only accounts can be edited, all else changes by actions."""

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.socialaccount import admin as linked  # registers what is unregistered below
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import BinaryField, JSONField, Model, TextField
from django.http import HttpRequest

from website.accounts.models import User
from website.accounts.sessions import end_all
from website.site.converters import MOST_DIGITS

PAGE = 50
LONG = (BinaryField, JSONField, TextField)  # too long for a list
SECRET = {"digest", "secret"}

admin.site.site_header = admin.site.site_title = "Kingsbench"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # rate limits


if TYPE_CHECKING:  # Django's own class takes no parameter
    ModelAdmin = admin.ModelAdmin[Model]
    PeopleAdmin = UserAdmin[User]
else:
    ModelAdmin, PeopleAdmin = admin.ModelAdmin, UserAdmin


class ReadOnly(ModelAdmin):
    """A read-only table, paged without counting it."""

    list_per_page = PAGE
    show_full_result_count = False
    ordering = ("-pk",)

    def get_list_display(self, _request: HttpRequest) -> tuple[str, ...]:
        return tuple(
            field.name
            for field in self.model._meta.concrete_fields
            if not isinstance(field, LONG) and field.name not in SECRET
        )

    def get_exclude(self, _request: HttpRequest, _row: Any = None) -> list[str]:
        """Hide secrets and packed bytes."""
        fields = self.model._meta.concrete_fields
        return [
            field.name for field in fields if field.name in SECRET or isinstance(field, BinaryField)
        ]

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Model | None:
        """Find nothing where the key is a number that no database can hold."""
        if object_id.lstrip("-").isdecimal() and len(object_id) > MOST_DIGITS:
            return None
        return super().get_object(request, object_id, from_field)

    def has_add_permission(self, *_args: Any) -> bool:
        return False

    def has_change_permission(self, *_args: Any) -> bool:
        return False

    def has_delete_permission(self, *_args: Any) -> bool:
        return False


class Accounts(PeopleAdmin):
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "date_joined")
    list_per_page = PAGE

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """End all sessions of an account suspended or restored."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            end_all(obj)

    def has_delete_permission(self, *_args: Any) -> bool:
        """Forbid it: deleting one's own account also withdraws the bots."""
        return False


admin.site.register(User, Accounts)
admin.site.unregister([linked.SocialAccount, linked.SocialApp, linked.SocialToken])
admin.site.register(linked.SocialAccount, ReadOnly)  # tokens are not stored
for model in apps.get_app_config("arena").get_models():
    admin.site.register(model, ReadOnly)

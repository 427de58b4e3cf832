"""URLs under /accounts/linked/, named as allauth expects."""

from allauth.socialaccount import views as allauth_views
from django.conf import settings
from django.urls import path

from website.accounts.identity import views
from website.accounts.identity.config import OPENID

urlpatterns = [
    path("", views.index, name="socialaccount_connections"),
    path("signup/", views.sign_up, name="socialaccount_signup"),
    path("cancelled/", allauth_views.login_cancelled, name="socialaccount_login_cancelled"),
    path("failed/", allauth_views.login_error, name="socialaccount_login_error"),
    path("<number:pk>/unlink/", views.remove, name="unlink_account"),
    path("<str:provider_id>/begin/", views.begin, name="begin_elsewhere"),
    *(
        path(
            f"{provider.name}/callback/",
            views.callback,
            {"provider_id": provider.name},
            f"{provider.kind}_callback",
        )
        for provider in settings.IDENTITY_PROVIDERS
        if provider.kind != OPENID
    ),
    path("<str:provider_id>/callback/", views.callback, name="openid_connect_callback"),
]

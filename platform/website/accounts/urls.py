"""Our URLs under /accounts/, before allauth's."""

from django.urls import path

from website.accounts import sessions, sign_up, views
from website.notices import hook_views
from website.notices.views import wishes

app_name = "accounts"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("signup/", sign_up.sign_up, name="sign_up"),
    path("profile/", views.profile, name="profile"),
    path("notifications/", wishes, name="notifications"),
    path("sessions/", sessions.index, name="sessions"),
    path("sessions/end/", sessions.end_others, name="end_others"),
    path("sessions/<int:pk>/end/", sessions.end, name="end_session"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", views.revoke, name="revoke"),
    path("webhooks/", hook_views.hooks, name="webhooks"),
    path("webhooks/<int:pk>/", hook_views.hook, name="webhook"),
    path("webhooks/<int:pk>/secret/", hook_views.renew, name="renew_secret"),
    path("webhooks/<int:pk>/remove/", hook_views.remove, name="remove_webhook"),
    path("webhooks/<int:pk>/test/", hook_views.test, name="test_webhook"),
    path("webhooks/<int:pk>/<int:delivery>/", hook_views.resend, name="resend"),
    path("data/", views.data, name="data"),
    path("delete/", views.goodbye, name="delete"),
]

"""Our URLs under /accounts/, before allauth's."""

from django.urls import path

from website.accounts import sessions, sign_up, views
from website.notifications import webhook_views
from website.notifications.views import wishes

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
    path("webhooks/", webhook_views.hooks, name="webhooks"),
    path("webhooks/<int:pk>/", webhook_views.hook, name="webhook"),
    path("webhooks/<int:pk>/secret/", webhook_views.renew, name="renew_secret"),
    path("webhooks/<int:pk>/remove/", webhook_views.remove, name="remove_webhook"),
    path("webhooks/<int:pk>/test/", webhook_views.test, name="test_webhook"),
    path("webhooks/<int:pk>/<int:delivery>/", webhook_views.resend, name="resend"),
    path("data/", views.data, name="data"),
    path("delete/", views.goodbye, name="delete"),
]

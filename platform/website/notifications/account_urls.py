"""URLs of notifications under /accounts/."""

from django.urls import path

from website.notifications import webhook_views
from website.notifications.views import preferences

urlpatterns = [
    path("notifications/", preferences, name="notifications"),
    path("webhooks/", webhook_views.hooks, name="webhooks"),
    path("webhooks/<int:pk>/", webhook_views.hook, name="webhook"),
    path("webhooks/<int:pk>/secret/", webhook_views.renew, name="renew_secret"),
    path("webhooks/<int:pk>/remove/", webhook_views.remove, name="remove_webhook"),
    path("webhooks/<int:pk>/test/", webhook_views.test, name="test_webhook"),
    path("webhooks/<int:pk>/<int:delivery>/", webhook_views.resend, name="resend"),
]

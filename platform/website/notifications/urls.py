"""URLs under /notifications/, and those of notifications under /accounts/."""

from django.urls import path

from website.notifications import views, webhook_views

app_name = "notifications"
urlpatterns = [
    path("", views.index, name="index"),
    path("read/", views.read_all, name="read_all"),
    path("<number:pk>/read/", views.read, name="read"),
]
account_urlpatterns = [
    path("notifications/", views.preferences, name="notifications"),
    path("webhooks/", webhook_views.hooks, name="webhooks"),
    path("webhooks/<number:pk>/", webhook_views.hook, name="webhook"),
    path("webhooks/<number:pk>/secret/", webhook_views.renew, name="renew_secret"),
    path("webhooks/<number:pk>/remove/", webhook_views.remove, name="remove_webhook"),
    path("webhooks/<number:pk>/test/", webhook_views.test, name="test_webhook"),
    path("webhooks/<number:pk>/<number:delivery>/", webhook_views.resend, name="resend"),
]

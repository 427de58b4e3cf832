"""URLs of the audit log."""

from django.urls import path

from website.audit import views

app_name = "audit"
urlpatterns = [path("", views.index, name="index")]

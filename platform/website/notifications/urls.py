"""URLs under /notifications/."""

from django.urls import path

from website.notifications import views

app_name = "notifications"
urlpatterns = [
    path("", views.index, name="index"),
    path("read/", views.read_all, name="read_all"),
    path("<number:pk>/read/", views.read, name="read"),
]

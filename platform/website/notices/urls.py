"""URLs under /notifications/."""

from django.urls import path

from website.notices import views

app_name = "notices"
urlpatterns = [
    path("", views.index, name="index"),
    path("read/", views.read_all, name="read_all"),
    path("<int:pk>/read/", views.read, name="read"),
]

"""URLs of the handbook."""

from django.urls import path

from website.docs import views

app_name = "docs"
urlpatterns = [
    path("", views.index, name="index"),
    path("kinds-of-decisions/", views.decisions, name="decisions"),
    path("<path:slug>/", views.page, name="page"),
]

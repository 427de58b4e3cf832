"""URLs of the handbook."""

from django.urls import path

from website.handbook import views

app_name = "handbook"
urlpatterns = [
    path("", views.index, name="index"),
    path("kinds-of-decisions/", views.decisions, name="decisions"),
    path("<path:slug>.md", views.source, name="source"),
    path("<path:slug>/", views.page, name="page"),
]

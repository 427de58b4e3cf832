"""URLs under /ladders/."""

from django.urls import path

from website.ladders import (
    as_markdown,
    crosstable,
    organise,
    statistics,
    unusual,
    views,
)

app_name = "ladders"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", organise.new, name="new"),
    path("<slug:slug>/", views.leaderboard, name="leaderboard"),
    path("<slug:slug>.md", as_markdown.page, name="markdown"),
    path("<slug:slug>/leaderboard.csv", views.export, {"suffix": "csv"}, name="csv"),
    path("<slug:slug>/leaderboard.json", views.export, {"suffix": "json"}, name="json"),
    path("<slug:slug>/crosstable/", crosstable.page, name="crosstable"),
    path("<slug:slug>/statistics/", statistics.overview, name="statistics"),
    path("<slug:slug>/statistics/cards/", statistics.cards, name="statistics_cards"),
    path("<slug:slug>/statistics/openings/", statistics.openings, name="statistics_openings"),
    path("<slug:slug>/enter/", views.enter, name="enter"),
    path("<slug:slug>/edit/", organise.edit, name="edit"),
    path("<slug:slug>/unusual-pairs/", unusual.page, name="unusual"),
    path("<slug:slug>/<slug:verb>/", organise.act, name="act"),
]

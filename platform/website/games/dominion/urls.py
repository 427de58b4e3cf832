"""Addresses under /cards/."""

from django.urls import path

from website.games.dominion import views

app_name = "cards"
urlpatterns = [
    path("", views.index, name="index"),
    path("kingdoms/", views.kingdoms, name="kingdoms"),
    path("statistics/", views.statistics, name="statistics"),
    path("rulings/", views.rulings, name="rulings"),
    path("<slug:slug>/", views.detail, name="detail"),
]

"""Addresses under /ladders/."""

from django.urls import path

from website.ladders import views

app_name = "ladders"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:slug>/", views.leaderboard, name="leaderboard"),
]

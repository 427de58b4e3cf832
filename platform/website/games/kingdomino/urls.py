"""Addresses under /dominoes/."""

from django.urls import path

from website.games.kingdomino import views

app_name = "dominoes"
urlpatterns = [path("", views.index, name="index")]

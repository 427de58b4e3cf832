"""Addresses under /matches/."""

from django.urls import path

from website.matches import corrections, views

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("<int:match_id>/", views.detail, name="detail"),
    path("<int:match_id>/void/", corrections.void, name="void"),
    path("<int:match_id>/replay/", corrections.replay, name="replay"),
    path("<int:match_id>/games/<int:number>/", views.detail, name="game"),
]

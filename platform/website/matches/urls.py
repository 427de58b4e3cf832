"""Addresses under /matches/."""

from django.urls import path

from website.matches import views

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("<int:match_id>/", views.detail, name="detail"),
    path("<int:match_id>/games/<int:number>/", views.detail, name="game"),
]

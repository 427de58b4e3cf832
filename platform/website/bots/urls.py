"""Addresses under /bots/."""

from django.urls import path

from website.bots import challenges, history, views

app_name = "bots"
urlpatterns = [
    path("", views.index, name="index"),
    path("upload/", views.upload, name="upload"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/challenge/", challenges.challenge, name="challenge"),
    path("<slug:slug>/history/<slug:ladder>/", history.history, name="history"),
    path("<slug:slug>/recheck/", views.recheck, name="recheck"),
    path("<slug:slug>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:slug>/versions/new/", views.new_version, name="new_version"),
    path("<slug:slug>/versions/<int:number>/", views.version, name="version"),
]

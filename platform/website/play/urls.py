"""Addresses under /play/."""

from django.urls import path

from website.play import views
from website.play.play_on import play_on

app_name = "play"
urlpatterns = [
    path("", views.index, name="index"),
    path("<number:game_id>/", views.table, name="table"),
    path("<number:game_id>/replay/", views.replay, name="replay"),
    path("<number:game_id>/replay.json", views.replay_file, name="replay_file"),
    path("<number:game_id>/record/", views.record, name="record"),
    path("<number:game_id>/give-up/", views.give_up, name="give_up"),
    path("<number:game_id>/again/", views.play_again, name="again"),
    path("against/<slug:slug>/", views.new_game, name="against"),
    path("from/<number:match_id>/<number:number>/", play_on, name="play_on"),
    path("failures/<slug:slug>/", views.failures, name="failures"),
]

"""Addresses under /matches/."""

from django.urls import path

from website.matches import corrections, featured, live, replay, views
from website.matches.verbs import VERBS

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("words/<str:game>/", replay.board_texts_json, name="words"),
    path("featured/", featured.first_featured, name="first_featured"),
    path("<int:match_id>/", views.detail, name="detail"),
    path("<int:match_id>/live/", live.live, name="live"),
    path("<int:match_id>/featured/", featured.featured, name="featured"),
    *(
        path(f"<int:match_id>/{key}/", corrections.act, {"verb": verb}, name=key)
        for key, verb in VERBS.items()
    ),
    path("<int:match_id>/games/<int:number>/", views.detail, name="game"),
    path("<int:match_id>/games/<int:number>/replay/", replay.watch, name="watch"),
    path("<int:match_id>/games/<int:number>/embed/", replay.embed, name="embed"),
    path("<int:match_id>/games/<int:number>/replay.json", replay.replay, name="replay_file"),
    path("<int:match_id>/games/<int:number>/record.json", replay.record, name="record"),
    path(
        "<int:match_id>/games/<int:number>/decisions-<int:seat>.jsonl",
        replay.decisions,
        name="decisions",
    ),
]

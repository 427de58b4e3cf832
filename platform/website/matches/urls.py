"""Addresses under /matches/ and /archive/."""

from django.urls import path, register_converter

from website.matches import archive, featured, live, replay, views
from website.matches.verbs import VERBS

register_converter(archive.DayConverter, "day")
archive_urls = (
    [
        path("", archive.index, name="index"),
        path("<day:day>.ndjson.gz", archive.download, name="day"),
    ],
    "archive",
)
app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("words/<str:game>/", replay.board_texts_json, name="words"),
    path("featured/", featured.first_featured, name="first_featured"),
    path("<number:match_id>/", views.detail, name="detail"),
    path("<number:match_id>/live/", live.live, name="live"),
    path("<number:match_id>/featured/", featured.featured, name="featured"),
    *(
        path(f"<number:match_id>/{key}/", views.act, {"verb": verb}, name=key)
        for key, verb in VERBS.items()
    ),
    path("<number:match_id>/games/<number:number>/", views.detail, name="game"),
    path("<number:match_id>/games/<number:number>/replay/", replay.watch, name="watch"),
    path("<number:match_id>/games/<number:number>/embed/", replay.embed, name="embed"),
    path("<number:match_id>/games/<number:number>/replay.json", replay.replay, name="replay_file"),
    path("<number:match_id>/games/<number:number>/record.json", replay.record, name="record"),
    path(
        "<number:match_id>/games/<number:number>/decisions-<number:seat>.jsonl",
        replay.decisions,
        name="decisions",
    ),
]

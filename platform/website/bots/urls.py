"""URLs under /bots/."""

from django.urls import path

from website.bots import (
    challenges,
    compare,
    failures,
    histories,
    logs,
    ratings,
    rivals,
    sources,
    views,
)

app_name = "bots"
urlpatterns = [
    path("", views.index, name="index"),
    path("upload/", views.upload, name="upload"),
    path("compare/", compare.compare, name="compare"),
    path("history/", histories.histories, name="histories"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/edit/", views.edit, name="edit"),
    path("<slug:slug>/challenge/", challenges.challenge, name="challenge"),
    path("<slug:slug>/history/<slug:ladder>/", histories.history, name="history"),
    path("<slug:slug>/ratings/<slug:ladder>.json", ratings.points, name="ratings"),
    path("<slug:slug>/against/", rivals.rivals, name="rivals"),
    path("<slug:slug>/against/<slug:other>/", rivals.pairing, name="pairing"),
    path("<slug:slug>/failures/", failures.inbox, name="failures"),
    path("<slug:slug>/failures/<number:failure_id>/", failures.failure, name="failure"),
    path("<slug:slug>/failures/<number:failure_id>/mark/", failures.mark, name="mark_failure"),
    path(
        "<slug:slug>/failures/<number:failure_id>/decision.jsonl",
        failures.decision,
        name="decision",
    ),
    path("<slug:slug>/logs/", logs.logs, name="logs"),
    path("<slug:slug>/ladders/join/", views.join, name="join_ladder"),
    path("<slug:slug>/ladders/leave/", views.leave, name="leave_ladder"),
    path("<slug:slug>/recheck/", views.recheck, name="recheck"),
    path("<slug:slug>/delete/", views.delete, name="delete"),
    path("<slug:slug>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:slug>/versions/new/", views.new_version, name="new_version"),
    path("<slug:slug>/versions/", views.versions, name="versions"),
    path("<slug:slug>/versions/<number:number>/", views.version, name="version"),
    path(
        "<slug:slug>/versions/<number:number>/decision.jsonl",
        failures.check_decision,
        name="check_decision",
    ),
    path("<slug:slug>/versions/<number:number>/activate/", views.activate, name="activate"),
    path("<slug:slug>/versions/<number:number>/trial/", views.trial, name="trial"),
    path("<slug:slug>/versions/<number:number>/gauntlet/", views.gauntlet, name="gauntlet"),
    path("<slug:slug>/versions/<number:number>/source/", sources.source, name="source"),
    path("<slug:slug>/versions/<number:number>/download/", sources.download, name="download"),
]

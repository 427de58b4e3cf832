"""Addresses under /archive/."""

from django.urls import path, register_converter

from website.matches import archive

app_name = "archive"
register_converter(archive.DayConverter, "day")
urlpatterns = [
    path("", archive.index, name="index"),
    path("<day:day>.ndjson.gz", archive.download, name="day"),
]

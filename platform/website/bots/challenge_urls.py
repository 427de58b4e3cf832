"""URLs under /challenges/."""

from django.urls import path

from website.bots import challenges

app_name = "challenges"
urlpatterns = [
    path("", challenges.index, name="index"),
    path("block/", challenges.block, name="block"),
    path("unblock/<number:pk>/", challenges.unblock, name="unblock"),
    path("<number:pk>/", challenges.detail, name="detail"),
    path("<number:pk>/answer/", challenges.answer, name="answer"),
]

"""URLs of the feed, of following, and of Atom feeds below what they are about."""

from django.urls import path
from django.views.decorators.http import require_safe

from website.feeds import atom, views

app_name = "feeds"
urlpatterns = [
    path("feed/", views.feed, name="feed"),
    path("following/<slug:kind>/<str:name>/", views.toggle, name="toggle"),
    path("bots/<slug:name>/matches.atom", require_safe(atom.bot_matches), name="bot_matches"),
    path(
        "people/<str:name>/matches.atom", require_safe(atom.person_matches), name="person_matches"
    ),
    path(
        "ladders/<slug:name>/matches.atom", require_safe(atom.ladder_matches), name="ladder_matches"
    ),
    path("ladders/<slug:name>/news.atom", require_safe(atom.ladder_news), name="ladder_news"),
    path(
        "tournaments/<slug:name>/news.atom",
        require_safe(atom.tournament_news),
        name="tournament_news",
    ),
    path("leagues/<slug:name>/news.atom", require_safe(atom.league_news), name="league_news"),
]

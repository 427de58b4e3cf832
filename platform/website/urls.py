"""Every address of the site."""

from django.urls import include, path
from django.views.i18n import set_language

from website import views

handler400 = "website.errors.bad_request"
handler403 = "website.errors.forbidden"
handler404 = "website.errors.not_found"
handler500 = "website.errors.server_error"

urlpatterns = [
    path("", views.home, name="home"),
    path("example/my_bot.py", views.example_bot, name="example_bot"),
    path("theme/", views.theme, name="theme"),
    path("language/", set_language, name="set_language"),
    path("health/", views.health, name="health"),
    path("accounts/", include("allauth.urls")),
    path("bots/", include("website.bots.urls")),
    path("ladders/", include("website.ladders.urls")),
    path("tournaments/", include("website.tournaments.urls")),
    path("leagues/", include("website.leagues.urls")),
    path("log/", include("website.audit.urls")),
    path("matches/", include("website.matches.urls")),
    path("cards/", include("website.cards.urls")),
    path("dominoes/", include("website.dominoes.urls")),
]

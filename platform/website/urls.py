"""The site's URLs."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from website import views
from website.accounts import urls as account_urls
from website.accounts.people import person
from website.accounts.views import language
from website.handbook.views import llms
from website.matches.replay import local
from website.matches.urls import archive_urls
from website.metrics.views import metrics
from website.notifications import urls as notification_urls
from website.search.views import page as search_page
from website.site import converters  # noqa: F401  converters: before any address

handler400 = "website.site.errors.bad_request"
handler403 = "website.site.errors.forbidden"
handler404 = "website.site.errors.not_found"
handler500 = "website.site.errors.server_error"

own_account = ([*account_urls.urlpatterns, *notification_urls.account_urlpatterns], "accounts")
urlpatterns = [
    path("", views.home, name="home"),
    path("llms.txt", llms, name="llms"),
    path("example/my_bot.py", views.example_bot, name="example_bot"),
    path("theme/", views.theme, name="theme"),
    path("language/", language, name="set_language"),
    path("health/", views.health, name="health"),
    path("health/ready/", views.health_ready, name="health_ready"),
    path("metrics", metrics, name="metrics"),
    path("accounts/", include(own_account)),
    path("accounts/", include("allauth.account.urls")),
    path("api/", include("website.api_urls")),
    path("search/", search_page, name="search"),
    path("people/<str:username>/", person, name="person"),
    path("notifications/", include("website.notifications.urls")),
    path("bots/", include("website.bots.urls")),
    path("challenges/", include("website.bots.challenge_urls")),
    path("ladders/", include("website.ladders.urls")),
    path("tournaments/", include("website.tournaments.urls")),
    path("leagues/", include("website.leagues.urls")),
    path("audit/", include("website.audit.urls")),
    path("dashboard/", include("website.admin_dashboard.urls")),
    path("admin/", admin.site.urls),
    path("archive/", include(archive_urls)),
    path("matches/", include("website.matches.urls")),
    path("play/", include("website.play.urls")),
    path("replay/", local, name="replay"),
    path("cards/", include("website.games.dominion.urls")),
    path("dominoes/", include("website.games.kingdomino.urls")),
    path("handbook/", include("website.handbook.urls")),
    path("", include("website.feeds.urls")),
]
if settings.IDENTITY_PROVIDERS:
    urlpatterns.append(path("accounts/linked/", include("website.accounts.identity.urls")))

"""Our URLs under /accounts/, before allauth's; notifications add theirs."""

from django.urls import path

from website.accounts import log_in, sessions, views

urlpatterns = [
    path("", views.overview, name="overview"),
    path("signup/", log_in.sign_up, name="sign_up"),
    path("address/", log_in.ask_address, name="ask_address"),
    path("profile/", views.profile, name="profile"),
    path("sessions/", sessions.index, name="sessions"),
    path("sessions/end/", sessions.end_others, name="end_others"),
    path("sessions/<number:pk>/end/", sessions.end, name="end_session"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<number:pk>/revoke/", views.revoke, name="revoke"),
    path("data/", views.data, name="data"),
    path("delete/", views.deletion, name="delete"),
]

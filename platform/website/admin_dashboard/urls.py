"""URLs of the admin dashboard."""

from django.urls import path

from website.admin_dashboard import people, views

app_name = "admin_dashboard"
urlpatterns = [
    path("", views.index, name="index"),
    path("workers/", views.workers, name="workers"),
    path("people/", people.index, name="people"),
    path("people/<str:username>/", people.person, name="person"),
    *(
        path(f"people/<str:username>/{verb}/", people.act, {"verb": verb}, name=verb)
        for verb in people.VERBS
    ),
]

"""URLs of the admin dashboard."""

from django.urls import path

from website.admin_dashboard import views

app_name = "admin_dashboard"
urlpatterns = [
    path("", views.index, name="index"),
    path("workers/", views.workers, name="workers"),
    path("people/", views.people, name="people"),
    path("people/<str:username>/", views.person, name="person"),
    *(
        path(f"people/<str:username>/{verb}/", views.act, {"verb": verb}, name=verb)
        for verb in views.VERBS
    ),
]

"""URLs under /tournaments/."""

from django.urls import path

from website.tournaments import organise, views

app_name = "tournaments"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", organise.new, name="new"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/enter/", views.enter, name="enter"),
    path("<slug:slug>/leave/", views.leave, name="leave"),
    path("<slug:slug>/edit/", organise.edit, name="edit"),
    path("<slug:slug>/delete/", organise.delete, name="delete"),
    path("<slug:slug>/organise/", organise.organise_page, name="organise"),
    path("<slug:slug>/organise/<slug:verb>/", organise.act, name="act"),
]

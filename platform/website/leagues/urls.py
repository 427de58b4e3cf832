"""URLs under /leagues/."""

from django.urls import path

from website.leagues import organise, views

app_name = "leagues"
urlpatterns = [
    path("", views.index, name="index"),
    path("calendar.ics", views.calendar_of_all, name="calendar_of_all"),
    path("new/", organise.new, name="new"),
    path("<slug:slug>/", views.detail, name="detail"),
    path("<slug:slug>/calendar.ics", views.calendar, name="calendar"),
    path("<slug:slug>/seasons/<number:number>/", views.season, name="season"),
    path("<slug:slug>/edit/", organise.edit, name="edit"),
    path("<slug:slug>/<slug:verb>/", organise.act, name="act"),
]

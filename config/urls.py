"""The addresses of the whole site; each app keeps its own."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.views.door import admin_log_in
from config import installed, views

urlpatterns = [
    # Before the admin's own: those doors count no tries.
    path("admin/login/", admin_log_in),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password_change")),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("rules/", views.rules, name="rules"),
    path("favicon.ico", views.favicon),
    path("manifest-<str:language>.webmanifest", installed.manifest, name="manifest"),
    path("sw.js", installed.service_worker, name="service_worker"),
    path("offline/", installed.offline, name="offline"),
    path("", include("rooms.urls")),
]

handler400 = views.bad_request
handler403 = views.denied
handler404 = views.not_found
handler500 = views.server_error

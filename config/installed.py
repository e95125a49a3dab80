"""What makes the site an app one can install: the manifest, the service worker, the page it shows without a network.

They are the same for everybody: the worker keeps nothing that is anybody's.
"""

import hashlib
import json
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control

from config import assets

PAPER = "#f5f0e6"  # --bg of tokens.css by day
ICONS = (
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
    ("icon.svg", "any", "image/svg+xml", "any"),
)


@cache_control(max_age=3600)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """The web app manifest in a language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        name, about = gettext("Kings & Serfs"), gettext("The card game where low numbers wear the crown")
    icons = [
        {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
        for path, sizes, kind, purpose in ICONS
    ]
    facts = {
        "id": "/",
        "name": name,
        "short_name": name,
        "description": about,
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": icons,
    }
    return JsonResponse(
        facts, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False}
    )


@cache_control(max_age=0)
def offline(request: HttpRequest) -> HttpResponse:
    """Says in both languages that there is no connection; the service worker keeps it."""
    return HttpResponse(_offline_page(assets.build()))


@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """`static/js/worker.js` with what it needs to know. Another build or another offline page is another worker."""
    page = _offline_page(assets.build())
    kept = [
        reverse("offline"),
        *dict.fromkeys(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg|ico))"', page)),
    ]
    facts = {
        "cache": f"kings-{hashlib.sha256((assets.build() + page).encode()).hexdigest()[:16]}",
        "build": static("") if assets.build() else "",
        "offline": reverse("offline"),
        "files": kept,
    }
    return HttpResponse(f"const FACTS = {json.dumps(facts)};\n{_worker()}", content_type="text/javascript")


@cache
def _offline_page(build: str) -> str:
    """The page of a build; which one it is, is in its addresses."""
    with translation.override("ko"):
        return render_to_string("pages/offline.html")


def _worker() -> str:
    if assets.build():
        return (Path(settings.STATIC_ROOT) / assets.build() / "js/worker.js").read_text()
    found = finders.find("js/worker.js")
    assert isinstance(found, str)
    return Path(found).read_text()

"""The static files as they are sent: joined, made small, compressed, at an address that names their content.

`serve` publishes once at its start, into `STATIC_ROOT`; until then, and with DEBUG, pages name the files of `static/`
one by one. A build is a folder named by the hash of everything in it: files find each other by relative addresses, and
whatever a browser kept of one build is right for ever.
"""

import hashlib
import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import minify
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from whitenoise.compress import Compressor

from config.modules import join

# What a page loads as one file; the order is the cascade's: components first, then sizes, then motion and contrast.
SHEETS = {
    "site": (
        "tokens", "base", "buttons", "header", "panels", "chips", "lists", "forms", "choices", "details", "dialogs",
        "rules", "toasts", "motion",
    ),
    "room": (
        "waiting", "rooms", "results", "table/frame", "table/tip", "table/net", "table/pause", "table/felt",
        "table/seats", "table/mine", "table/pile", "table/status", "table/hand", "table/controls", "table/side",
        "table/result", "table/wide", "table/phone", "table/slim-seats", "table/slim", "table/sideways",
        "chat", "table/motion",
    ),
}  # fmt: skip
SCRIPTS = {
    "site": ("site",),
    "lobby": ("site", "lobby"),
    "room": ("site", "table", "rooms"),
    "replay": ("site", "replay"),
    "shuffle": ("site", "shuffle"),
}
KEPT_BUILDS = 3  # pages made by a server of before may still ask for theirs


class PublishedFiles(StaticFilesStorage):
    """Addresses of static files: in the build this process published, else where they lie. `build` is its hash."""

    build = ""

    def url(self, name: str | None) -> str:
        """The address of a file by its name in `static/`."""
        return super().url(f"{self.build}/{name}" if self.build else name)


def build() -> str:
    """The hash of what this process published, empty where it did not."""
    return str(getattr(staticfiles_storage, "build", ""))


def sheets(name: str) -> list[str]:
    """The addresses of the style sheets of a kind of page, in order."""
    if build():
        return [staticfiles_storage.url(f"css/all-{name}.css")]
    return [staticfiles_storage.url(f"css/{sheet}.css") for sheet in SHEETS[name]]


def scripts(name: str) -> list[str]:
    """The addresses of the modules that start a kind of page, in order."""
    if build():
        return [staticfiles_storage.url(f"js/all-{name}.js")]
    return [staticfiles_storage.url(f"js/{script}.js") for script in SCRIPTS[name]]


def publish() -> None:
    """Make the build of the files as they are now, unless it is there, and let pages name it."""
    root = Path(settings.STATIC_ROOT)
    sources = _sources()
    name = _hash(sources)
    if not (root / name).exists():
        _make(root, name, sources)
    os.utime(root / name)
    _forget(root)
    staticfiles_storage.build = name  # type: ignore[attr-defined]


def _sources() -> dict[str, bytes]:
    """Every static file by its name; of two with one name, the one Django would serve."""
    found: dict[str, bytes] = {}
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            found.setdefault(path.replace("\\", "/"), Path(storage.path(path)).read_bytes())
    return found


def _hash(sources: dict[str, bytes]) -> str:
    tools = [version("tdewolff-minify"), Path(__file__).read_text(), str(SHEETS), str(SCRIPTS)]
    digest = hashlib.sha256("\0".join(tools).encode())
    for name in sorted(sources):
        digest.update(b"%b\0%d\0%b" % (name.encode(), len(sources[name]), sources[name]))
    return digest.hexdigest()[:16]


def _make(root: Path, name: str, sources: dict[str, bytes]) -> None:
    """Write a build beside its place and move it there whole; another process may be faster."""
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root.parent, prefix="build-") as folder:
        build_folder = Path(folder) / name
        for path, content in _small(sources).items():
            target = build_folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        _compress(build_folder)
        try:
            build_folder.rename(root / name)
        except OSError:
            if not (root / name).exists():
                raise


def _compress(folder: Path) -> None:
    """Lay a `.br` and a `.gz` beside every file that gets smaller by it."""
    compressor = Compressor(quiet=True)
    files = [str(path) for path in folder.rglob("*") if path.is_file()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(compressor.compress, filter(compressor.should_compress, files)))


def _small(sources: dict[str, bytes]) -> dict[str, bytes]:
    """What is published: our own sheets and scripts without what only people read, and the joined ones."""
    files = dict(sources)
    for name, parts in SHEETS.items():
        files[f"css/all-{name}.css"] = b"\n".join(sources[f"css/{part}.css"] for part in parts)
    for name, entries in SCRIPTS.items():
        files[f"js/all-{name}.js"] = join([f"js/{entry}.js" for entry in entries], sources)
    for path, content in files.items():
        if path.startswith(("css/", "js/")):
            kind = "text/css" if path.endswith(".css") else "text/javascript"
            files[path] = minify.string(kind, content.decode()).encode()
    return files


def _forget(root: Path) -> None:
    """Remove all builds but the newest few."""
    builds = [folder for folder in root.iterdir() if folder.is_dir() and len(folder.name) == 16]
    for folder in sorted(builds, key=lambda folder: folder.stat().st_mtime)[:-KEPT_BUILDS]:
        shutil.rmtree(folder, ignore_errors=True)

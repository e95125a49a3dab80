"""Static files as a server sends them: joined, small, compressed, immutable; and the joiner of modules."""

import gzip
import posixpath
import re
import shutil
import subprocess
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import engines
from django.test import Client

from config import assets
from config.modules import IMPORT, CannotJoin, join

NODE = shutil.which("node")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A build as `serve` makes it at its start, and its folder."""
    root = tmp_path_factory.mktemp("static")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.STATIC_ROOT", str(root))
        assets.publish()
        name, staticfiles_storage.build = assets.build(), ""
        yield root / name
        staticfiles_storage.build = ""


@pytest.fixture
def published(built):
    """Pages name the files of the build."""
    staticfiles_storage.build = built.name
    yield built
    staticfiles_storage.build = ""


def page(text):
    return engines["pages"].from_string("{% load site static %}" + text).render()


def test_a_page_names_one_sheet_and_one_script_of_the_build(published):
    assert page('{% stylesheets "room" %}') == (
        f'<link rel="stylesheet" href="/static/{published.name}/css/all-room.css">'
    )
    assert page('{% scripts "room" %}') == (
        f'<script type="module" src="/static/{published.name}/js/all-room.js"></script>'
    )
    assert page("{% static 'icon.svg' %}") == f"/static/{published.name}/icon.svg"


def test_a_page_names_the_files_one_by_one_where_nothing_is_published(built):
    assert assets.build() == ""
    links = re.findall(r'href="/static/css/([^"]+)\.css"', page('{% stylesheets "site" %}'))
    assert links == list(assets.SHEETS["site"])
    assert page('{% scripts "room" %}').count("<script") == 3


def test_every_sheet_and_script_of_the_room_is_in_what_is_joined(published):
    css = (published / "css/all-room.css").read_text()
    for sheet in assets.SHEETS["room"]:
        assert (published / f"css/{sheet}.css").read_text() in css, sheet
    assert len((published / "js/all-room.js").read_text()) > 20_000
    later = re.findall(r"\bimport\b.{0,24}", (published / "js/all-room.js").read_text())
    assert [re.sub(r"[`'\"]", "'", found)[:27] for found in later] == ["import('./table/senses.js')"]
    assert (published / "js/table/senses.js").is_file()


def test_compressed_files_are_the_same_files(published):
    for path in ("css/all-site.css", "js/all-room.js", "icon.svg", "admin/css/base.css"):
        plain = (published / path).read_bytes()
        assert gzip.decompress((published / f"{path}.gz").read_bytes()) == plain
        assert brotli.decompress((published / f"{path}.br").read_bytes()) == plain


def test_the_same_files_are_the_same_build_and_old_builds_go(published):
    built = published
    made = (built / "icon.svg").stat().st_mtime_ns
    assets.publish()
    assert (built / "icon.svg").stat().st_mtime_ns == made
    for age in range(5):
        (built.parent / f"{age:016x}").mkdir()
    assets.publish()
    left = [folder.name for folder in built.parent.iterdir()]
    assert len(left) == assets.KEPT_BUILDS and built.name in left


def test_a_change_in_any_file_is_another_build():
    sources = {"css/tokens.css": b"a", "js/x.js": b"b"}
    one = assets._hash(sources)
    assert assets._hash(dict(reversed(sources.items()))) == one
    assert assets._hash({**sources, "js/x.js": b"c"}) != one
    assert assets._hash({"css/tokens.css": b"ab", "js/x.js": b""}) != one


def test_every_script_of_the_pages_can_be_joined():
    sources = {f"js/{p.relative_to('static/js')}": p.read_bytes() for p in Path("static/js").rglob("*.js")}
    joined = join([f"js/{name}.js" for name in assets.SCRIPTS["room"]], sources).decode()
    assert joined.count("=> {\n") >= 25


@pytest.mark.skipif(NODE is None, reason="needs node to run what was joined")
def test_joined_modules_run_once_in_the_order_of_their_imports():
    sources = {
        "js/a.js": b"import { log, twice as two } from './deep/b.js';\nimport './c.js';\nlog('a' + two(2));",
        "js/deep/b.js": b"import '../c.js';\n"
        b"export const log = text => console.log(text);\nexport function twice(n) { return n * 2; }\nlog('b');",
        "js/c.js": b"console.log('c');",
        "js/z.js": b"import { log } from './deep/b.js';\nlog('z');",
    }
    script = join(["js/a.js", "js/z.js"], sources)
    ran = subprocess.run([str(NODE), "-"], input=script, capture_output=True, check=True)
    assert ran.stdout.decode().split() == ["c", "b", "a4", "z"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"export let n = 1;", "export let"),
        (b"export default 1;", "export default"),
        (b"import x from './b.js';", "import x"),
        (b"import * as x from './b.js';", "import *"),
        (b"const x = await import(name);", "import("),
        (b"const x = await import('./nowhere.js');", "not there"),
        (b"import './nowhere.js';", "not there"),
        (b"import './a.js';", "import each other"),
    ],
)
def test_the_joiner_refuses_what_it_does_not_know(text, complaint):
    with pytest.raises(CannotJoin, match=re.escape(complaint)):
        join(["js/a.js"], {"js/a.js": text, "js/b.js": b""})


def test_a_module_fetched_later_is_named_from_where_the_joined_script_lies():
    sources = {"js/a.js": b"import './deep/b.js';", "js/deep/b.js": b"import('./c.js');", "js/deep/c.js": b""}
    assert b"import('./deep/c.js')" in join(["js/a.js"], sources)


def test_what_is_fetched_later_shares_only_modules_without_a_state_with_the_page():
    """It gets copies of what it imports: a second socket or a second set of listeners must not be among them."""
    seen, left = set(), ["js/table/senses.js"]
    while left:
        path = left.pop()
        seen.add(path)
        text = Path("static", path).read_text()
        left += [
            posixpath.normpath(f"{posixpath.dirname(path)}/{found['path']}")
            for found in IMPORT.finditer(text)
        ]
    own = {"js/table/senses.js", "js/table/sounds.js", "js/table/notify.js"}
    assert seen - own == {"js/table/dom.js", "js/table/words.js"}


def test_templates_name_modules_by_their_page_alone():
    """A module that is loaded by itself beside a joined one would run what both import twice."""
    named = [
        found[1]
        for path in Path("templates").rglob("*.html")
        for found in re.finditer(r"static ['\"](js/[^'\"]+)", path.read_text())
    ]
    assert set(named) == {"js/boot.js", "js/offline.js"}


def test_pages_are_compressed_and_of_changing_length():
    texts = [Client().get("/rules/", headers={"accept-encoding": "gzip"}) for _ in range(6)]
    assert all(answer["content-encoding"] == "gzip" for answer in texts)
    assert "accept-encoding" in texts[0]["vary"].lower()
    assert len({len(answer.content) for answer in texts}) > 1  # lengths tell nothing about what is in a page
    assert "content-encoding" not in Client().get("/rules/")

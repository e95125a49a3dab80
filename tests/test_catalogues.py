"""The translations: everything the code says is said in Korean, nothing else is, and what is compiled is current."""

import gettext
import importlib
import io
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
# The folder has the name of a standard module, so its scripts are imported by their own names.
sys.path.append(str(LOCALE))
build = importlib.import_module("build")
catalogue = importlib.import_module("catalogue")
extract = importlib.import_module("extract")
Key = catalogue.Key

_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")


@pytest.fixture(scope="module")
def said():
    return extract.said_in(ROOT)


@pytest.fixture(scope="module")
def korean():
    return catalogue.merge(catalogue.read_parts(LOCALE / "parts"))


def test_everything_said_is_said_in_korean(said, korean):
    missing = {key.msgid: sorted(places) for key, places in said.items() if not all(korean.get(key, ("",)))}
    assert missing == {}


def test_nothing_is_translated_that_nobody_says(said, korean):
    assert [key.msgid for key in korean if key not in said] == []


def test_placeholders_survive_translation(korean):
    for key, forms in korean.items():
        wanted = Counter(_PLACEHOLDER.findall(key.plural or key.msgid))
        for form in forms:
            assert Counter(_PLACEHOLDER.findall(form)) == wanted, key.msgid


def test_korean_has_one_plural_form(korean):
    assert all(len(forms) == 1 for forms in korean.values())


def test_the_name_of_the_model_game_is_not_said(said, korean):
    words = " ".join([*(key.msgid for key in said), *(form for forms in korean.values() for form in forms)])
    assert "dalmuti" not in words.lower()
    assert "달무티" not in words


def test_the_committed_catalogues_are_current():
    for name, contents in build.built().items():
        assert (LOCALE / name).read_bytes() == contents, f"{name}: run python locale/build.py"


def test_pythons_gettext_reads_what_is_compiled():
    entries = {
        Key("Lobby"): ("로비",),
        Key("Card", context="noun"): ("카드",),
        Key("%d card", plural="%d cards"): ("%d장",),
        Key("not yet"): ("",),
    }
    compiled = catalogue.compile_mo(entries, catalogue.header("ko", "nplurals=1; plural=0;"))
    read = gettext.GNUTranslations(io.BytesIO(compiled))
    assert read.gettext("Lobby") == "로비"
    assert read.pgettext("noun", "Card") == "카드"
    assert read.ngettext("%d card", "%d cards", 2) == "%d장"
    assert read.gettext("not yet") == "not yet"
    assert read.info()["language"] == "ko"


def test_a_written_catalogue_reads_back_the_same(korean):
    text = catalogue.format_po(korean, catalogue.header("ko", "nplurals=1; plural=0;"), "a comment")
    assert catalogue.parse_po(text, "again") == korean


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "twice"),
        ('#, fuzzy\nmsgid "a"\nmsgstr "b"\n', "fuzzy"),
        ('msgid "a\nmsgstr "b"\n', "x.po:1"),
        ('"lost"\n', "x.po:1"),
    ],
)
def test_a_broken_part_is_named(text, problem):
    with pytest.raises(catalogue.BadCatalogue, match=problem):
        catalogue.parse_po(text, "x.po")


def test_two_parts_may_not_disagree():
    one, other = {Key("a"): ("b",)}, {Key("a"): ("c",)}
    assert catalogue.merge([("one", one), ("two", one)]) == one
    with pytest.raises(catalogue.BadCatalogue, match="one"):
        catalogue.merge([("one", one), ("two", other)])


def test_messages_are_found_wherever_they_are_said():
    python = (
        "from django.utils.translation import gettext_lazy as _, ngettext, pgettext as p\n"
        "_('a' 'b'); ngettext('one', 'many', n); p('ctx', 'c'); _(name); other('no')\n"
    )
    assert set(extract.from_python(python)) == {Key("ab"), Key("one", plural="many"), Key("c", context="ctx")}
    django = (
        "{% load i18n %}{% translate 'It’s' %}{{ _(\"said\") }}{% translate 'c' context 'ctx' %}"
        "{% blocktranslate count n=n trimmed %}{{ n }} one{% plural %}{{ n }} many{% endblocktranslate %}"
    )
    found = {Key("It’s"), Key("said"), Key("c", context="ctx"), Key("%(n)s one", plural="%(n)s many")}
    assert set(extract.from_django(django)) == found
    jinja = "{{ _('a') }}{% if x %}{{ ngettext('one', 'many', n) }}{% endif %}{{ _(name) }}"
    assert set(extract.from_jinja(jinja)) == {Key("a"), Key("one", plural="many")}

"""Parts of documents that commands write."""

import pytest

from game.management import documents


def test_only_what_lies_between_the_two_comments_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(documents, "DOCUMENTS", tmp_path)
    (tmp_path / "a.md").write_text("before\n<!-- x -->\nold\n<!-- /x -->\nafter\n")
    documents.write_part("a.md", "x", "| new |\n")
    documents.write_part("a.md", "x", "| newer |\n")
    assert (tmp_path / "a.md").read_text() == "before\n<!-- x -->\n| newer |\n<!-- /x -->\nafter\n"


@pytest.mark.parametrize("text", ["", "<!-- x -->\n", "<!-- /x -->\n"])
def test_a_document_without_the_place_is_left_alone(tmp_path, monkeypatch, text):
    monkeypatch.setattr(documents, "DOCUMENTS", tmp_path)
    (tmp_path / "a.md").write_text(text)
    with pytest.raises(ValueError, match="no place"):
        documents.write_part("a.md", "x", "new")
    assert (tmp_path / "a.md").read_text() == text

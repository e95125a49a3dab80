"""The rules page: for everybody, in both languages, with every card and title."""

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ko", ["규칙", "카드 80장", "나무꾼", "농노", "대혁명", "예를 들면"]),
        ("en", ["Rules", "80 cards", "Woodcutter", "Serf", "great revolution", "An example"]),
    ],
)
def test_the_rules_are_open_to_everybody(db, language, words):
    response = Client(headers={"accept-language": language}).get(reverse("rules"))
    html = response.content.decode()
    assert response.status_code == 200
    assert all(word in html for word in words)
    table = html[html.index("cardtable") :]
    assert all(f'href="#c{rank}"' in table for rank in range(1, 14))
    assert all(f'href="#t-{title}"' in html for title in ("king", "noble", "common", "tenant", "serf"))


def test_every_rank_is_in_the_table_with_its_copies(db):
    html = Client(headers={"accept-language": "en"}).get(reverse("rules")).content.decode()
    body = html[html.index("<tbody>") : html.index("</tbody>")]
    copies = [int(row.rsplit("<td>", 1)[1].split("<")[0]) for row in body.split("</tr>")[:-1]]
    assert copies == [*range(1, 13), 2]
    assert sum(copies) == 80


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_name_of_the_model_game_is_nowhere(db, language):
    html = Client(headers={"accept-language": language}).get(reverse("rules")).content.decode().lower()
    assert "dalmuti" not in html
    assert "달무티" not in html

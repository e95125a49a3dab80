"""`manage.py check_bots` in short, without what needs a compiler (tests/simulation/test_mirror.py has that)."""

import pytest
from django.core.management import CommandError, call_command

from game import bots
from game.bots import legality
from game.engine.actions import Pass
from game.engine.errors import MustLead

SHORT = ["--mirrors=0", "--states=20", "--rounds=1", "--levels", "easy", "hard"]


def test_it_tells_what_it_has_seen(capsys):
    call_command("check_bots", *SHORT)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "easy: unseen cards changed none of 20 choices"
    assert told[1] == "hard: unseen cards changed none of 20 choices"
    assert told[2].startswith("easy, hard: 20 rounds for each of 8 sets of options, ")


def test_a_choice_that_changes_with_unseen_cards_fails(monkeypatch):
    monkeypatch.setattr("game.management.commands.check_bots.peeks", lambda *_, **__: iter([False, True]))
    with pytest.raises(CommandError, match="does not see"):
        call_command("check_bots", *SHORT)


def test_an_illegal_choice_fails_and_levels_take_turns(monkeypatch):
    asked = set()

    def choose(level, seen):
        asked.add((level, seen.seat))
        return Pass() if seen.must_lead else bots.easy.choose(seen)

    monkeypatch.setattr(bots, "choose", choose)
    with pytest.raises(MustLead):
        legality.play_match(("easy", "hard"), legality.OPTIONS[0], "x", 1)
    assert ("hard", 0) in asked and ("easy", 1) in asked and ("easy", 0) not in asked

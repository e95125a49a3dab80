"""What the log says of log-ins, and what it does not."""

import logging

import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD


def test_log_ins_are_logged_without_what_was_typed(pia, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "accounts.audit")
    browser = Client()
    browser.post("/accounts/login/", {"account": "typed-into-the-wrong-field", "password": "no such pines"})
    browser.post("/accounts/login/", {"account": pia.username, "password": PASSWORD})
    browser.post("/accounts/logout/")
    said = [record.getMessage() for record in caplog.records if record.name == "accounts.audit"]
    number = pia.pk
    assert said == ["a log-in was refused", f"account {number} logged in", f"account {number} logged out"]

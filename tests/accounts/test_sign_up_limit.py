"""Sign-up costs a password hash each: an address gets many, not any number."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Attempt, User
from accounts.throttle import ADDRESS_LIMITS


@pytest.mark.django_db
def test_an_address_that_signs_up_too_often_has_to_wait(client: Client) -> None:
    limit = ADDRESS_LIMITS[Attempt.Door.SIGNUP].count
    Attempt.objects.bulk_create(
        Attempt(door=Attempt.Door.SIGNUP, account=str(number), address="127.0.0.1", at=timezone.now())
        for number in range(limit)
    )
    form = {"display_name": "새사람", "username": "newcomer", "password": "correct horse 7"}
    response = client.post("/accounts/signup/", form)
    assert response.status_code == 429
    assert "newcomer" in response.content.decode(), "what was typed is kept"
    assert not User.objects.filter(username="newcomer").exists()
    Attempt.objects.update(at=timezone.now() - timedelta(hours=2))
    assert client.post("/accounts/signup/", form).status_code == 302

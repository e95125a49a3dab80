"""The cast: Gale hosts, Pia plays, Wim watches, Xan is a stranger, Ada looks after the site."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

PASSWORD = "seven tall pines"


def _person(name: str, **fields: object) -> User:
    maker = User.objects.create_superuser if fields.pop("staff", False) else User.objects.create_user
    return maker(name.lower() + "01", name, PASSWORD, **fields)


@pytest.fixture
def gale(db: None) -> User:
    return _person("Gale", email="gale@example.org")


@pytest.fixture
def pia(db: None) -> User:
    return _person("Pia", language="en")


@pytest.fixture
def wim(db: None) -> User:
    return _person("Wim", language="en")


@pytest.fixture
def xan(db: None) -> User:
    return _person("Xan", language="en")


@pytest.fixture
def ada(db: None) -> User:
    return _person("Ada", staff=True, language="en")


@pytest.fixture
def visitor(db: None) -> Client:
    """A browser that speaks English and is not logged in."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """Makes a browser in which somebody is logged in."""

    def make(user: User) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.force_login(user)
        return client

    return make

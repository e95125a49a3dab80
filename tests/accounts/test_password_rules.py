"""What makes a password: length, and that it is neither common nor one's own name. Nothing else."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.passwords import validate_new_password

WHO = User(username="galea", display_name="게일린이라고", email="gale@example.org")


@pytest.mark.parametrize(
    "password", ["seven tall pines", "qzxwvkjh", "일곱그루소나무숲", "!" * 8, "x y " * 32, "🂡" * 200]
)
def test_anything_long_enough_is_a_password(password: str) -> None:
    validate_new_password(password, WHO)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password_too_short"),
        ("qzxwvkj", "password_too_short"),
        ("password", "password_too_common"),
        ("iloveyou1", "password_too_common"),
        ("gale@example.org", "password_too_similar"),
    ],
)
def test_what_others_would_guess_is_none(password: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_new_password(password, WHO)
    assert code in {error.code for error in refused.value.error_list}

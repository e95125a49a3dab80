"""Form fields for names and passwords, and the form they live in; shared by every form of the site."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.utils import ErrorDict
from django.utils.translation import gettext_lazy as _

from accounts.names import normalize_name


class SiteForm(forms.Form):
    """A form in the look of the site: errors above and beside the fields, in our own words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = _("Please fill this in.")
            if getattr(field.widget, "input_type", "") in {"text", "email", "password"}:
                field.widget.attrs.setdefault("class", "input")

    def refuse(self, sentence: str) -> None:
        """Turns the whole form down without looking at its fields; what was typed stays in them."""
        self._errors = ErrorDict()
        self.cleaned_data: dict[str, Any] = {}
        self.add_error(None, sentence)

    @property
    def problem_count(self) -> int:
        """How many fields have to be mended."""
        return sum(1 for name in self.errors if name != NON_FIELD_ERRORS)


class Uncut:
    """A field whose text is refused when too long, never cut short by the browser without a word."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs: dict[str, Any] = super().widget_attrs(widget)  # type: ignore[misc]
        attrs.pop("maxlength", None)
        return attrs


class TextField(Uncut, forms.CharField):
    """One line of text."""

    default_error_messages = {
        "max_length": _("That is too long."),
        "null_characters_not_allowed": _("That contains characters we cannot store."),
    }


class DisplayNameField(TextField):
    """A nickname; composed before anything looks at it, because some systems type Hangul in pieces."""

    def to_python(self, value: Any) -> str:
        return normalize_name(super().to_python(value) or "")


class UsernameField(TextField):
    """A username; capitals come from eager phone keyboards and are taken as small letters."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").lower()


class MailField(Uncut, forms.EmailField):
    """An e-mail address in the form in which two addresses are compared; "" when none was given."""

    default_error_messages = {
        "invalid": _("This does not look like an email address."),
        "max_length": _("That is too long."),
        "null_characters_not_allowed": _("That contains characters we cannot store."),
    }

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "email", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(widget=forms.EmailInput(attrs=attrs), max_length=254, **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").lower()


class PasswordField(TextField):
    """A password: never trimmed, composed so that every keyboard types the same one, never sent back."""

    def __init__(self, *, autocomplete: str, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(widget=widget, strip=False, max_length=1000, **kwargs)

    def to_python(self, value: Any) -> str:
        return unicodedata.normalize("NFC", super().to_python(value) or "")

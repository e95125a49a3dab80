"""A Korean input method, as a page hears it."""

from tests.browser.person import Person


class Korean:
    """A Korean input method at work on a page: syllables are composed before they are there."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._devtools = person.context.new_cdp_session(person.page)

    def compose(self, *stages: str) -> None:
        """Show a syllable as it grows, each stage in place of the one before."""
        for text in stages:
            self._devtools.send(
                "Input.imeSetComposition",
                {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
            )

    def enter(self) -> None:
        """Press Enter while composing: the input method takes it and the page hears key code 229."""
        key = {"key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229}
        self._devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **key})
        self._devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})

    def commit(self, text: str) -> None:
        """The syllable is finished."""
        self._devtools.send("Input.insertText", {"text": text})

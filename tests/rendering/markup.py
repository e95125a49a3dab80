"""A small reader of our own markup: roots, ids, and text, with every tag checked to be closed."""

from html.parser import HTMLParser

VOID = {"input", "br", "img", "meta", "link", "circle", "rect", "path", "use"}


class Element:
    """One element with its attributes, children and text."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self.text_parts: list[str] = []

    @property
    def id(self) -> str | None:
        """The id attribute."""
        return self.attributes.get("id")

    def walk(self) -> "list[Element]":
        """This element and everything under it, in document order."""
        found = [self]
        for child in self.children:
            found += child.walk()
        return found

    def find(self, **wanted: str) -> "list[Element]":
        """The elements under this one with these attributes; `class_` matches one of the classes."""
        return [e for e in self.walk() if all(e._has(name, value) for name, value in wanted.items())]

    def _has(self, name: str, value: str) -> bool:
        if name == "tag":
            return self.tag == value
        if name == "class_":
            return value in (self.attributes.get("class") or "").split()
        return self.attributes.get(name.replace("_", "-")) == value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"an attribute twice on <{tag}>: {attrs}"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        assert closed.tag == tag, f"</{tag}> closes <{closed.tag}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].text_parts.append(data)


def read(html: str) -> Element:
    """A pretend root over the elements of the text. Raises AssertionError for tags left open or crossed."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"left open: {[e.tag for e in reader.open[1:]]}"
    return reader.root


def only(html: str) -> Element:
    """The single element of a fragment."""
    children = read(html).children
    assert len(children) == 1, [child.tag for child in children]
    return children[0]


def text_of(element: Element) -> str:
    """All text under an element, spaces evened out. Not in document order where text and tags mix."""
    return " ".join(" ".join("".join(e.text_parts) for e in element.walk()).split())

"""Pages and pieces of HTML, read by the parser of the standard library."""

from html.parser import HTMLParser
from typing import Final

NEVER_CLOSED: Final = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(HTMLParser):
    """The tags with their attributes and the text of some HTML, in which every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    @property
    def names(self) -> list[str]:
        """The tags without their attributes; where a word may be broken is no markup."""
        return [tag for tag, _attrs in self.tags if tag != "wbr"]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))
        if tag not in NEVER_CLOSED:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that was opened last."""
        assert tag in NEVER_CLOSED or self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a piece of text."""
        self.text += data

    def assert_alone(self) -> None:
        """Check that nothing is loaded from outside, nothing runs when it is touched, and every place has one name."""
        for tag, attrs in self.tags:
            assert not any(key.startswith("on") or key == "src" for key in attrs)
            for key in ("href", "xlink:href"):
                assert (attrs.get(key) or "#").startswith(("#", "data:")), (tag, attrs)
        ids = [attrs["id"] for _tag, attrs in self.tags if "id" in attrs]
        assert len(set(ids)) == len(ids)

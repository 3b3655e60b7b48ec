"""The picture of the README."""

import re
from pathlib import Path

PICTURE = Path(__file__).parents[3] / "specs" / "images" / "run-toy6x4.svg"


def test_the_picture_is_small_and_loads_nothing() -> None:
    """The one address in it is the name of the language."""
    text = PICTURE.read_text(encoding="utf-8")

    assert len(text) < 100_000
    assert set(re.findall(r"https?://[^\"\s]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|@font-face|<script|<image|xlink", text)


def test_the_picture_shows_the_command_and_its_result() -> None:
    text = PICTURE.read_text(encoding="utf-8").replace("&#160;", " ")

    for part in ("$ python -m mlslcs_ref run toy6x4", "profile paper, seed 0", "BEST", "%SCS", "What to try next"):
        assert part in text

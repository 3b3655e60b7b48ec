"""Draw the picture of README.md: the output of a run in a terminal, as SVG.

``python tools/picture.py [ARGUMENT ...]`` runs ``python -m mlslcs_ref run toy6x4`` (or with other arguments) in a
terminal of its own and writes ``specs/images/run-toy6x4.svg``. What is drawn is what the program printed, from the
table of metrics on, cut after the first rules.
"""

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

PICTURE: Final = Path(__file__).parents[1] / "specs" / "images" / "run-toy6x4.svg"
COLUMNS: Final = 84
ROWS: Final = 60
FIRST: Final = "Accuracy"
LINES: Final = 26
# rich's own frame loads a font from the network; any monospaced one does
FRAME: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
 aria-label="The end of a run on toy6x4">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect fill="#0c0c0c" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g>
</g>
</svg>
"""


def printed(arguments: list[str]) -> list[str]:
    """Give the lines that a run prints in a terminal, with their colours."""
    terminal, its_end = pty.openpty()
    size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
    fcntl.ioctl(its_end, termios.TIOCSWINSZ, size)
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    command = [sys.executable, "-m", "mlslcs_ref", "run", *arguments]
    with subprocess.Popen(command, env=environment, stdout=its_end, stderr=subprocess.DEVNULL):
        os.close(its_end)
        output = b"".join(iter(lambda: received(terminal), b""))
    os.close(terminal)
    return output.decode().splitlines()


def received(terminal: int) -> bytes:
    """Give what a terminal shows next; nothing when the program has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def draw(lines: list[str]) -> str:
    """Give a picture of lines of a terminal."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    for line in lines:
        console.print(Text.from_ansi(line))
    return console.export_svg(code_format=FRAME, unique_id="run")


def main() -> None:
    """Run, cut and draw."""
    lines = printed(sys.argv[1:] or ["toy6x4"])
    start = next(number for number, line in enumerate(lines) if FIRST in line)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(lines[start : start + LINES]), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Draw the picture of the README: ``python tools/picture.py``, with the package and its dependencies installed.

It runs ``python -m mlslcs_ref run toy6x4`` in a terminal of 80 columns, takes what the terminal receives on standard
output, and writes it as ``specs/images/run-toy6x4.svg``. Nothing is made up or left out, and the same program draws the
same bytes. The picture loads nothing: where rich would name fonts to download, it takes the monospaced one of the
reader.
"""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = ROOT / "specs" / "images" / "run-toy6x4.svg"
WIDTH: Final = 80
ARGUMENTS: Final = ("run", "toy6x4")
FONT_FACES: Final = re.compile(r"\s*@font-face \{\{.*?\}\}", re.DOTALL)
COMMENTS: Final = re.compile(r"\s*<!--.*?-->", re.DOTALL)


def received() -> str:
    """Run the program and return what its terminal receives on standard output."""
    master, terminal = pty.openpty()
    variables = {**os.environ, "COLUMNS": str(WIDTH), "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    for name in ("NO_COLOR", "FORCE_COLOR"):
        variables.pop(name, None)
    command = [sys.executable, "-m", "mlslcs_ref", *ARGUMENTS]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=terminal, env=variables) as process:
        os.close(terminal)
        text = b""
        while part := _read(master):
            text += part
    os.close(master)
    if process.returncode:
        sys.exit(f"picture.py: the program ended with status {process.returncode}")
    return text.decode("utf-8").replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that nobody has the terminal open any more
        return b""


def drawn(text: str) -> str:
    """Return the picture of a terminal that shows the command and this text."""
    command = f"python -m mlslcs_ref {' '.join(ARGUMENTS)}"
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 - a device is no place for a Path
        console = Console(file=nowhere, record=True, width=WIDTH, force_terminal=True, highlight=False, markup=False)
        console.print(Text(f"$ {command}\n"))
        console.print(Text.from_ansi(text))
        picture = console.export_svg(
            title=command,
            code_format=COMMENTS.sub("", FONT_FACES.sub("", CONSOLE_SVG_FORMAT)).replace("Fira Code", "monospace"),
            unique_id="run-toy6x4",
        )
    return "\n".join(line.rstrip() for line in picture.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(drawn(received()), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size} bytes")

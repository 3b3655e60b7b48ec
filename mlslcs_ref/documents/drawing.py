"""Pictures: empty figures, figures as SVG in the ink of the page they stand in, and as files of their own.

Colours are those of a palette that colour-blind people can tell apart.
"""

from __future__ import annotations

import html
import io
import re
import warnings
from typing import TYPE_CHECKING, Any, Final

from mlslcs_ref._extra import needed_by

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


from pathlib import Path
from typing import TYPE_CHECKING

from mlslcs_ref.atomic import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


# stands for the colour of the text around the picture, whatever that is; used for nothing else
INK: Final = "#010203"
BLUE: Final = "#4477aa"
RED: Final = "#cc6677"
WIDTH: Final = 4.7
"""Inches; about the width of a phone, so that letters are read there as they are."""
SMALL: Final = 10.0
"""Points of the smallest letters."""


def blank_figure(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches."""
    with needed_by("a picture"):
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    return Figure(figsize=(width, height), layout="constrained")


def inked(axes: Axes, grid: bool = True) -> None:
    """Draw what surrounds a picture in the colour that `svg_text` replaces by the page's."""
    axes.set_facecolor("none")
    axes.tick_params(colors=INK, labelsize=SMALL)
    for spine in axes.spines.values():
        spine.set_color(INK)
        spine.set_linewidth(0.6)
    axes.xaxis.label.set_color(INK)
    axes.yaxis.label.set_color(INK)
    axes.xaxis.label.set_fontsize(SMALL)
    axes.yaxis.label.set_fontsize(SMALL)
    if grid:
        axes.grid(color=INK, alpha=0.15, linewidth=0.5)


def svg_text(figure: Figure, name: str, title: str) -> str:
    """Return a figure as an SVG element to stand in a page: in the page's ink, as wide as there is room.

    Ids inside begin with `name`, so that two pictures in one page do not share any. The title is read out in place of
    the picture; markup in it is escaped.
    """
    from matplotlib import rc_context  # noqa: PLC0415 - an extra
    from matplotlib.text import Text  # noqa: PLC0415

    figure.patch.set_alpha(0.0)
    for artist in figure.findobj(Text):
        # a dollar in a name is a dollar
        artist.set(parse_math=False)
    target = io.StringIO()
    # text stays text, for search and for screen readers; ids follow from what is drawn
    options: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": name}
    with warnings.catch_warnings(), rc_context(options):
        # the browser has the letters that matplotlib's own font lacks
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(target, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    head, _end, body = target.getvalue().partition("<svg ")[2].partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    # in styles and attributes; a name that reads like the colour stays
    body = re.sub(rf'(: |="){INK}(?=[;"])', r"\g<1>currentColor", body)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    # links to rules lead out of the picture
    body = re.sub(r'(href="#(?!rule-)|url\(#)', rf"\g<1>{name}-", body)
    # as wide as there is room, but not too narrow to be read
    least = f' style="min-width:{0.95 * figure.get_figwidth():.2f}in"' if figure.get_figwidth() > WIDTH else ""
    return f'<svg {box.group() if box else ""}{least} role="img" aria-label="{html.escape(title)}">{body}'


DOTS_PER_INCH: Final = 150


def save_picture(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write a figure as SVG and as PNG, the same bytes whenever the same is drawn; return both files."""
    svg, png = stem.with_name(f"{stem.name}.svg"), stem.with_name(f"{stem.name}.png")
    write_bytes(svg, _drawn(figure, "svg", stem.name, {"Date": None, "Creator": None}))
    write_bytes(png, _drawn(figure, "png", stem.name, {"Software": None}))
    return svg, png


def _drawn(figure: Figure, kind: str, name: str, metadata: dict[str, Any]) -> bytes:
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    target = io.BytesIO()
    # ids follow from what is drawn; letters are drawn too, because fonts differ between machines
    options: dict[Any, Any] = {"svg.fonttype": "path", "svg.hashsalt": name}
    with rc_context(options):
        figure.savefig(target, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    return target.getvalue()

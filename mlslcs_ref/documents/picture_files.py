"""Figures as files that stand by themselves."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mlslcs_ref.atomic import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS_PER_INCH: Final = 150


def save_picture(figure: Figure, stem: Path) -> tuple[Path, Path]:
    """Write a figure as SVG and as PNG, the same bytes whenever the same is drawn.

    Parameters
    ----------
    figure : Figure
        The figure.
    stem : Path
        The files without their endings.

    Returns
    -------
    tuple of (Path, Path)
        The SVG and the PNG.

    Raises
    ------
    OutputError
        If a file cannot be written; what was there before is unchanged.
    """
    svg, png = stem.with_name(f"{stem.name}.svg"), stem.with_name(f"{stem.name}.png")
    write_bytes(svg, _drawn(figure, "svg", stem.name, {"Date": None, "Creator": None}))
    write_bytes(png, _drawn(figure, "png", stem.name, {"Software": None}))
    return svg, png


def _drawn(figure: Figure, kind: str, name: str, metadata: dict[str, Any]) -> bytes:
    from matplotlib import rc_context  # noqa: PLC0415 - an extra

    target = io.BytesIO()
    # ids follow from what is drawn; letters are drawn too, because nobody knows which fonts there will be
    options: dict[Any, Any] = {"svg.fonttype": "path", "svg.hashsalt": name}
    with rc_context(options):
        figure.savefig(target, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    return target.getvalue()

"""Formats of files, each a module; `registry` lists them."""

from mlslcs_ref.data.formats.registry import (
    FORMATS,
    FileFormat,
    carried_over,
    format_by_ending,
    format_names,
    format_of,
    format_to_write,
    read_table,
    written,
)
from mlslcs_ref.data.formats.table import FileColumn, FileTable

__all__ = [
    "FORMATS",
    "FileColumn",
    "FileFormat",
    "FileTable",
    "carried_over",
    "format_by_ending",
    "format_names",
    "format_of",
    "format_to_write",
    "read_table",
    "written",
]

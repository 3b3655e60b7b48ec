"""Tables that an ARFF file can hold, ways to write them, and texts that may or may not be ARFF."""

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

Cell = float | str | None
"""A number, a nominal value, or None for a missing one."""

WORDS: Final = st.text("abcXYZ0123456789._-;/", min_size=1, max_size=6)
"""Names and values that need no quotes for any reader."""

TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
"""Any names and values at all; a NUL is the mark of a binary file."""

NUMBERS: Final = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**20), 10**20).map(float)

ESCAPES: Final = {"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "%": "\\%"}
"""What Weka escapes when it writes."""


@dataclass(frozen=True)
class Table:
    """What an ARFF file says: names, declared values (None: numeric) and rows of cells."""

    names: list[str]
    declared: list[list[str] | None]
    rows: list[list[Cell]]

    def codes(self) -> list[list[float]]:
        """Return the rows as the reader is to give them."""
        return [[self._code(j, cell) for j, cell in enumerate(row)] for row in self.rows]

    def _code(self, column: int, cell: Cell) -> float:
        values = self.declared[column]
        if cell is None:
            return float("nan")
        return float(cell) if values is None else float(values.index(str(cell)))

    def default(self, column: int) -> Cell:
        """Return what a sparse row means when it leaves the column out."""
        values = self.declared[column]
        return 0.0 if values is None else values[0]


@st.composite
def tables(draw: st.DrawFn, words: st.SearchStrategy[str] = WORDS, *, missing: bool = True) -> Table:
    """Draw a table with names and values from `words`."""
    names = draw(st.lists(words, min_size=1, max_size=5, unique=True))
    values = st.none() | st.lists(words, min_size=1, max_size=4, unique=True)
    declared = [draw(values) for _ in names]
    cells = [NUMBERS if values is None else st.sampled_from(values) for values in declared]
    row = st.tuples(*(cell | st.none() if missing else cell for cell in cells)).map(list[Cell])
    return Table(names, declared, draw(st.lists(row, min_size=1, max_size=6)))


def quoted(text: str, mark: str = "'") -> str:
    """Write a name or value in quotes, as Weka does."""
    return mark + "".join(ESCAPES.get(character, character) for character in text) + mark


def header(table: Table, quote: bool) -> str:
    """Write a header."""
    lines = ["@relation r"]
    for name, values in zip(table.names, table.declared, strict=True):
        listed = None if values is None else ",".join(quoted(value) if quote else value for value in values)
        kind = "numeric" if listed is None else f"{{{listed}}}"
        lines.append(f"@attribute {quoted(name) if quote else name} {kind}")
    return "\n".join([*lines, "@data", ""])


def cell_text(cell: Cell, quote: bool) -> str:
    """Write one cell."""
    if cell is None:
        return "?"
    if isinstance(cell, float):
        return repr(cell)
    return quoted(cell) if quote else cell


def dense(table: Table, quote: bool = False, separator: str = ",", ending: str = "\n") -> str:
    """Write a table with dense rows."""
    rows = (separator.join(cell_text(cell, quote) for cell in row) for row in table.rows)
    return header(table, quote) + "".join(row + ending for row in rows)


def sparse(table: Table, quote: bool = False, separator: str = ",", ending: str = "\n") -> str:
    """Write a table with sparse rows that leave out every default."""
    text = header(table, quote)
    for row in table.rows:
        given = [(j, cell) for j, cell in enumerate(row) if cell != table.default(j)]
        text += "{" + separator.join(f"{j} {cell_text(cell, quote)}" for j, cell in given) + "}" + ending
    return text


REAL_LOOKING: Final = r"""@relation 'music: -C -2 -split 5'

% a note
@attribute Mean_Acc1298 numeric
@attribute 'MacGillivray\'s Warbler' {0,1}
@ATTRIBUTE "two words"	{ YES, NO, 'may be' } % {a,b}
@attribute amazed-suprised {0, 1}
@attribute relaxing.calm {1,0}

@data
0.034741,0,YES,0,1
-1.5e-3, 1, NO, 1, 0
?,1,'may be',0,1 % note
{0 0.25,2 NO,4 1}
{ 4 0 , 2 'may be' }
3.5,0,?,1,0
{0 ?,1 1,4 1}
12,1,YES,1,1"""

PIECES: Final = st.sampled_from(
    [
        *("@relation", "@attribute", "@data", "@end", "numeric", "string", "relational", "{0,1}", "{", "}", ",", "%"),
        *("'", '"', "\\", "?", "\t", " ", "\n", "\r\n", "a", "b", "0", "1", "-1", "1e400", "nan", "inf", "_", "é"),
        *("@attribute a numeric\n", "@attribute b {X,Y}\n", "@attribute l {0,1}\n", "@data\n", "1,X,0\n", "{0 1}\n"),
        *("\x1f", "\ufeff", "\x00", "\u2028", "\xa0", "\u0661", "{1 Y,", "-C 1", "{5}"),
    ]
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Draw a real-looking file that was cut, or had bits flipped, or pieces replaced."""
    data = bytearray(REAL_LOOKING.encode())
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, max(len(data) - 1, 0)))
        match draw(st.sampled_from(["cut", "flip", "insert", "delete", "double"])):
            case "cut":
                del data[place:]
            case "flip" if data:
                data[place] ^= 1 << draw(st.integers(0, 7))
            case "insert":
                data[place:place] = draw(PIECES).encode()
            case "delete":
                del data[place : place + draw(st.integers(1, 20))]
            case "double":
                data[place:place] = data[place : place + draw(st.integers(1, 40))]
            case _:
                pass
    return bytes(data)

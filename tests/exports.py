"""What models are exported as, used: modules that are executed, and queries that SQLite answers."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """The names of the columns of an answer, and its rows."""

    heads: list[str]
    rows: list[tuple[Any, ...]]

    def truths(self, n_columns: int) -> list[list[bool]]:
        """Return the last columns, as true or false."""
        return [[bool(cell) for cell in row[-n_columns:]] for row in self.rows]


def quoted(name: str) -> str:
    """Return a name as SQL spells it."""
    return '"' + name.replace('"', '""') + '"'


def answered(
    query: str, kinds: Mapping[str, str], rows: Sequence[Sequence[object]] = (), table: str = "instances"
) -> Answer:
    """Ask about a table of these rows, whose columns are of these types."""
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in kinds.items())
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"CREATE TABLE {quoted(table)} ({columns})")
        database.executemany(f"INSERT INTO {quoted(table)} VALUES ({', '.join('?' * len(kinds))})", rows)  # noqa: S608
        answer = database.execute(query)
        return Answer([head[0] for head in answer.description], answer.fetchall())


def executed(source: str) -> dict[str, Any]:
    """Execute an exported module, and return what it defines."""
    module: dict[str, Any] = {}
    exec(compile(source, "rules.py", "exec"), module)  # noqa: S102 - it is our own
    return module

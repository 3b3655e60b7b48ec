"""Numbers look the same in every country: nothing in the package asks the locale."""

import ast
from collections.abc import Iterator

from repo.source import Module, modules, parse


def by_locale(module: Module) -> Iterator[str]:
    """Find imports of locale, and formats that end in n, the only ones that ask it."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if "locale" in names:
                yield f"{module.path}:{node.lineno}: locale"
        elif isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
            if ast.unparse(node.format_spec).rstrip("'\"").endswith("n"):
                yield f"{module.path}:{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "{:n}" in node.value:
            yield f"{module.path}:{node.lineno}: {node.value}"


def test_no_number_is_written_by_the_locale() -> None:
    assert [place for module in modules() for place in by_locale(module)] == []


def test_a_number_by_the_locale_is_found() -> None:
    for text in ("import locale", "from locale import str", 'f"{x:n}"', 'f"{x:>8n}"', '"{:n}".format(x)'):
        assert list(by_locale(parse("sample.py", text)))
    assert list(by_locale(parse("sample.py", 'f"{x:.4f}"'))) == []

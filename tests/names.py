"""Names that mean something elsewhere: in rules, CSV, ARFF, SQL, markup, code, a spreadsheet or on a terminal."""

from typing import Final

WORDS: Final = (
    *("select", "ORDER", "from", "null", "rowid", "data", "instances", "class", "None", "lambda", "__import__"),
    *("digraph", "node", "vote 1", "Vote 1", "predicted vote 1", "mlslcs_ref part read", "mlslcs_ref date 1"),
    *("IF", "THEN", "AND", " AND ", "a AND b", "NOT", "NOT l", "in", "not", "not in", "anything", "nothing"),
)
MARKS: Final = (
    *('say "x"', "it's", "`code`", "back\\slash", "ends in \\", "\\n", "\\N", "\\\\", "two\nlines", "cr\rlf\r\n"),
    *("=cmd()", "+1", "-1", "@x", "</script>", "<b>&amp;</b>", "&lt;", "${x}", "%s", "{", "}", "{0}", "a|b"),
    *("a,b;c", "=", "a = b", "50% & $5 #1 _x_ ~z ^", "/* c */", "-- c", "'; DROP TABLE instances; --", "]]>"),
    *("1", "0x10", "007", "1e5", "-2.50", "1st", "...", "... 3 more", "#", "# no comment", "%", "?", "*", "a:b"),
    *("a=b", "a => b", "a -> b", "f[red]", "f[/x]", "x.y", "tab\there", " leading", "trailing ", " ", "", "l" * 2000),
)
LETTERS: Final = (
    *("a\u202eb", "\u2066x", "\u05d0\u05d1", "\u200b", "zero\u200dwidth", "e\u0301", "\u00e9", "\U0001f600"),
    *("\u65e5\u672c", "\x07bell", "\x1b[31m", "\x7f", "\x9b31m", "\u2028", "\u2029", "\x85", "A", "a", "\ufb01"),
    *("fi", "\ud7ff", "a\0b", "\\udcff"),
)
NAMES: Final = (*WORDS, *MARKS, *LETTERS)

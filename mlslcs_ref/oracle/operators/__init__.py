"""Cases: one operator of the system, on values that fit in a JSON object, with its draws on a tape.

`run_case` calls the package's own operators on what a case describes, and adds no algorithm to them. The formats are
described in `specs/formats`.
"""

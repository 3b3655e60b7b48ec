"""The package as an executor: `python -m mlslcs_ref.oracle.executor` answers the protocol of `specs/protocol.md`."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

from mlslcs_ref._build import __version__, is_compiled
from mlslcs_ref.atomic import write_whole
from mlslcs_ref.oracle.operators.case import CaseError, DrawsError, Reject
from mlslcs_ref.oracle.operators.run_case import FORMATS, run_case
from mlslcs_ref.oracle.protocol import (
    ECHO,
    PROTOCOL,
    Answer,
    Description,
    Errored,
    MessageError,
    Out,
    Refused,
    Skipped,
    encoded,
    parsed_line,
    response_answer,
    response_description,
)
from mlslcs_ref.oracle.traces.answering import TRACE, answered_trace
from mlslcs_ref.settings import PROFILES

BROKEN: Final = 2


def description() -> Description:
    """Return how the package describes itself."""
    return Description(
        name="mlslcs_ref",
        version=__version__,
        language="Python",
        build="compiled" if is_compiled() else "pure",
        formats=tuple(sorted({*FORMATS, TRACE})),
        profiles=tuple(PROFILES),
    )


def answer(case: Mapping[str, Any]) -> Answer:
    """Return the package's answer to a case; a fault of the package itself is an answer too."""
    name = case.get("format")
    if not isinstance(name, str) or name not in {*FORMATS, TRACE}:
        return Skipped(f"there is no format {name!r}")
    try:
        return Out(answered_trace(case) if name == TRACE else run_case(case))
    except Reject as refusal:
        return Refused(refusal.reason)
    except DrawsError as error:
        return Errored(str(error), draws=error.made)
    except CaseError as error:
        return Errored(str(error))
    except Exception as error:  # noqa: BLE001 - whatever is wrong with one case, the next one is to be answered
        return Errored(f"{type(error).__name__}: {error}", traceback.format_exc())


def serve(requests: BinaryIO, responses: BinaryIO) -> int:
    """Answer requests until `stop` or the end of input, each at once; return the exit status.

    The first line that is no request ends it with a `MessageError`.
    """
    for line in requests:
        request = parsed_line(line)
        command = request.get("cmd")
        if command == "stop":
            return 0
        if command == "start":
            if request.get("protocol") != PROTOCOL:
                raise MessageError(f"expected protocol {PROTOCOL}, found {request.get('protocol')!r}")
            response = response_description(description())
        elif command == "run":
            response = _response(request)
        else:
            raise MessageError(f"expected cmd to be start, run or stop, found {command!r}")
        write_whole(responses, encoded(response))
    return 0


def _response(request: Mapping[str, Any]) -> dict[str, Any]:
    seq, case = request.get("seq"), request.get("case")
    if not isinstance(seq, int) or not isinstance(case, dict):
        raise MessageError("run: expected seq, a whole number, and case, an object")
    if case.get("format") == ECHO:
        if not isinstance(case.get("in"), dict):
            raise MessageError(f"{ECHO}: expected in, an object")
        return {"seq": seq, **case["in"]}
    return response_answer(seq, answer(case))


def main() -> int:
    """Serve on standard input and output; what anything else prints goes to standard error."""
    responses = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        try:
            return serve(sys.stdin.buffer, responses)
        except MessageError as error:
            sys.stderr.write(f"{error}\n")
        except BrokenPipeError:
            # the runner is gone; what is still held for it must not fail at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), responses.fileno())
    return BROKEN


if __name__ == "__main__":
    sys.exit(main())

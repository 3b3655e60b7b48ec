"""The executor's door: the protocol over standard input and output (`specs/protocol.md`)."""

import json
from typing import TextIO

from model.arithmetic import Json, RefusalError, finite, speakable
from model.formats import FORMATS, answer


def respond(case: Json) -> Json:
    """`protocol.md`, run: the response to a case, without `seq`."""
    if case["format"] == "echo":
        echoed: Json = case["in"]
        return echoed
    if case["format"] not in FORMATS:
        return {"skipped": {"reason": f"no format {case['format']}"}}
    try:
        return {"out": speakable(answer(case))}
    except RefusalError as refusal:
        return {"reject": str(refusal)}
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"errored": {"message": f"{type(error).__name__}: {error}"}}


def description() -> Json:
    """`protocol.md`, start: the response to `start`."""
    return {
        "protocol": 1,
        "implementation": {"name": "specs/model", "version": "2", "language": "Python"},
        "supports": {"formats": list(FORMATS), "profiles": ["paper", "authors"]},
    }


def serve(requests: TextIO, responses: TextIO) -> None:
    """`protocol.md`, The wire: answer requests until `stop` or the end."""
    for line in requests:
        request = json.loads(line, parse_float=finite, parse_constant=finite)
        if request["cmd"] == "stop":
            return
        start = request["cmd"] == "start"
        response = description() if start else {"seq": request["seq"], **respond(request["case"])}
        responses.write(json.dumps(response, allow_nan=False) + "\n")
        responses.flush()

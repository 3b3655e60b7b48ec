"""The messages of the executor protocol: JSON objects, one a line, as `specs/protocol.md` describes them.

A request comes from the runner, a response from an executor: its description, and four kinds of answers to cases. What
arrives from the other side may be anything: whatever is no message of the protocol is a `MessageError` that says why.
Nothing here knows about processes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from mlslcs_ref.errors import MlsLcsError

PROTOCOL: Final = 1
"""The version of the protocol."""
ECHO: Final = "echo"
"""The format that every executor takes: the case holds the answer."""
LARGEST: Final = 1.7976931348623157e308
SHOWN: Final = 80
Object: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Out:
    """The answer to a case."""

    value: Mapping[str, Any]
    """The object `out`."""


@dataclass(frozen=True)
class Refused:
    """The case is refused."""

    reason: str
    """The code of refusal."""


@dataclass(frozen=True)
class Skipped:
    """The executor does not do this case."""

    reason: str
    """Why not."""
    issue_url: str | None = None
    """Where that is being dealt with."""


@dataclass(frozen=True)
class Errored:
    """The executor failed on the case, and keeps running."""

    message: str
    """What went wrong."""
    traceback: str | None = None
    """Where, for the developers of the executor."""
    draws: tuple[str, ...] | None = None
    """Where the tape of a case does not fit: what each draw was made for, in order, the one that the tape lacks
    included. An empty text means that the purpose is not known."""


Answer: TypeAlias = Out | Refused | Skipped | Errored
"""What an executor may say to a case: exactly one of these."""


@dataclass(frozen=True)
class Description:
    """How an executor describes itself."""

    name: str
    version: str
    language: str
    """`name`, `version`, `language`: The implementation, its version, and the language it is written in."""
    homepage: str | None = None
    build: str | None = None
    """`homepage`, `build`: Where it is found, and which build of it this is, as `pure`, `compiled` or `native`."""
    formats: tuple[str, ...] = field(default=())
    """The formats of vectors that it takes; `echo` goes without saying."""
    profiles: tuple[str, ...] = field(default=())
    """The profiles of settings that it knows."""

    def implementation(self) -> dict[str, str]:
        """Return the object `implementation`, without what is not known."""
        known = {name: getattr(self, name) for name in ("name", "version", "language", "homepage", "build")}
        return {name: value for name, value in known.items() if value is not None}


class MessageError(MlsLcsError):
    """A line that is no message of the protocol, or not the one that was due."""

    code = "message"


# -------------------------------------------------------------------------------------------------------------- writing


def request_start() -> dict[str, Any]:
    """Return the first request."""
    return {"cmd": "start", "protocol": PROTOCOL}


def request_run(seq: int, case: Object) -> dict[str, Any]:
    """Return the request to run a case, without its expected answer."""
    return {"cmd": "run", "seq": seq, "case": {name: case[name] for name in ("format", "settings", "in", "draws")}}


def request_stop() -> dict[str, Any]:
    """Return the last request."""
    return {"cmd": "stop"}


def response_description(description: Description) -> dict[str, Any]:
    """Return the response to `start`."""
    supports = {"formats": list(description.formats), "profiles": list(description.profiles)}
    return {"protocol": PROTOCOL, "implementation": description.implementation(), "supports": supports}


def response_answer(seq: int, answer: Answer) -> dict[str, Any]:
    """Return the response to `run`."""
    if isinstance(answer, Out):
        return {"seq": seq, "out": answer.value}
    if isinstance(answer, Refused):
        return {"seq": seq, "reject": answer.reason}
    if isinstance(answer, Skipped):
        return {"seq": seq, "skipped": _present(reason=answer.reason, issue_url=answer.issue_url)}
    draws = {} if answer.draws is None else {"draws": list(answer.draws)}
    return {"seq": seq, "errored": _present(message=answer.message, traceback=answer.traceback) | draws}


def _present(**fields: str | None) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def encoded(message: Object) -> bytes:
    """Return a message as its line."""
    return json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


# -------------------------------------------------------------------------------------------------------------- reading


def parsed_line(line: bytes) -> dict[str, Any]:
    """Return the object that a line holds."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MessageError(f"expected UTF-8, found the byte 0x{line[error.start]:02x} in {shown(line)}") from None
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_float=_double, parse_int=_integer, object_pairs_hook=_unambiguous
        )
    except json.JSONDecodeError:
        raise MessageError(f"expected a JSON object, found {shown(line)}") from None
    except ValueError as error:
        raise MessageError(f"expected a JSON object, found {error} in {shown(line)}") from None
    except RecursionError:
        raise MessageError(f"expected a JSON object, found one with too many levels: {shown(line)}") from None
    if not isinstance(value, dict):
        raise MessageError(f"expected a JSON object, found {shown(line)}")
    return value


def shown(line: bytes) -> str:
    """Return a line as it may stand in a message: short, and readable whatever it holds."""
    start = line[:SHOWN].decode("utf-8", "backslashreplace")
    return repr(start) if len(line) <= SHOWN else f"{start!r}... ({len(line)} bytes)"


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name}, which is not a JSON number (write it as text)")


def _double(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:SHOWN]}, which no double can hold")
    return value


def _integer(text: str) -> int:
    if len(text) > 310 or abs(value := int(text)) > LARGEST:
        raise ValueError(f"the number {text[:SHOWN]}, which no double can hold")
    return value


def _unambiguous(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the name {next(name for name in names if names.count(name) > 1)!r} twice")
    return found


def parsed_description(message: Object) -> Description:
    """Return what a response to `start` says."""
    if message.get("protocol") != PROTOCOL or isinstance(message.get("protocol"), bool):
        found = repr(message["protocol"]) if "protocol" in message else "none"
        raise MessageError(f"expected protocol {PROTOCOL}, found {found[:SHOWN]}")
    _require_fields(message, "the response to start", ("protocol", "implementation", "supports"))
    implementation = _object(message, "implementation")
    _require_fields(implementation, "implementation", ("name", "version", "language"), ("homepage", "build"))
    supports = _object(message, "supports")
    _require_fields(supports, "supports", ("formats", "profiles"))
    texts = {name: _text(implementation, name) for name in implementation}
    return Description(**texts, formats=_texts(supports, "formats"), profiles=_texts(supports, "profiles"))


def parsed_answer(message: Object, seq: int) -> Answer:
    """Return what a response to `run` says."""
    found = message.get("seq")
    if not isinstance(found, (int, float)) or isinstance(found, bool) or found != seq:
        raise MessageError(f"expected seq {seq}, found {repr(found)[:SHOWN] if 'seq' in message else 'none'}")
    kinds = [name for name in message if name in {"out", "reject", "skipped", "errored"}]
    if len(kinds) != 1:
        raise MessageError(f"expected one of out, reject, skipped, errored, found {' and '.join(kinds) or 'none'}")
    kind = kinds[0]
    _require_fields(message, "the response to run", ("seq", kind))
    if kind == "reject":
        return Refused(_text(message, kind))
    value = _object(message, kind)
    if kind == "out":
        return Out(value)
    if kind == "skipped":
        _require_fields(value, kind, ("reason",), ("issue_url",))
        return Skipped(**{name: _text(value, name) for name in value})
    _require_fields(value, kind, ("message",), ("traceback", "draws"))
    draws = _texts(value, "draws") if "draws" in value else None
    return Errored(**{name: _text(value, name) for name in value if name != "draws"}, draws=draws)


def _require_fields(message: Object, what: str, needed: Sequence[str], optional: Sequence[str] = ()) -> None:
    missing = [name for name in needed if name not in message]
    if missing:
        raise MessageError(f"{what}: expected the field {missing[0]!r}, found none")
    unknown = [name for name in message if name not in {*needed, *optional}]
    if unknown:
        raise MessageError(f"{what}: expected no field {unknown[0][:SHOWN]!r}")


def _object(message: Object, name: str) -> dict[str, Any]:
    value = message[name]
    if not isinstance(value, dict):
        raise MessageError(f"{name}: expected an object, found {repr(value)[:SHOWN]}")
    return value


def _text(message: Object, name: str) -> str:
    value = message[name]
    if not isinstance(value, str):
        raise MessageError(f"{name}: expected a text, found {repr(value)[:SHOWN]}")
    return value


def _texts(message: Object, name: str) -> tuple[str, ...]:
    value = message[name]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise MessageError(f"{name}: expected an array of texts, found {repr(value)[:SHOWN]}")
    return tuple(value)

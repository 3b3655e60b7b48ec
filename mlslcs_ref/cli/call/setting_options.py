"""Every setting as an option of the command line, made from the table of settings."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, Final

from mlslcs_ref._setting_info import SettingInfo
from mlslcs_ref.cli.call.numbers import found, real
from mlslcs_ref.data.problems import Problem
from mlslcs_ref.errors import SettingsError
from mlslcs_ref.extension.settings import profile_settings
from mlslcs_ref.learning.training import artificial_settings
from mlslcs_ref.settings import AUTO, Settings, setting_infos

DESTINATION: Final = "setting_"


def option_name(setting: str) -> str:
    """Return the option of a setting, as `--theta-ga`."""
    return "--" + setting.replace("_", "-")


def add_setting_options(parser: argparse.ArgumentParser) -> None:
    """Add an option for every setting, numbers and switches first, then what mechanisms do."""
    values = parser.add_argument_group(
        "settings", "Symbol, meaning, range, default in the profile `paper` (and in `authors` if it differs), clause."
    )
    choices = parser.add_argument_group(
        "settings that choose variants of mechanisms", "Here the paper and the authors' program differ."
    )
    for info in setting_infos():
        _add(choices if info.choices else values, info)


def chosen_settings(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that were given, by name."""
    given = vars(arguments)
    names = (info.name for info in setting_infos())
    return {name: given[DESTINATION + name] for name in names if DESTINATION + name in given}


def run_settings(arguments: argparse.Namespace, known: Problem | None, n_attributes: int = 1) -> Settings:
    """Return the settings: the profile, then what the paper changes for a problem, then what was asked for.

    The profile `auto` sets P# by the number of attributes.
    """
    is_papers = known is not None and arguments.profile != AUTO
    changes: dict[str, Any] = artificial_settings(arguments.problem) if is_papers else {}
    return profile_settings(arguments.profile, n_attributes, **{**changes, **chosen_settings(arguments)})


def _add(group: Any, info: SettingInfo) -> None:
    options: dict[str, Any] = {
        "dest": DESTINATION + info.name,
        # only what is given stands above the profile
        "default": argparse.SUPPRESS,
        "help": _help(info).replace("%", "%%"),
    }
    if info.kind is bool:
        options["action"] = argparse.BooleanOptionalAction
    elif info.choices:
        options["choices"] = info.choices
    else:
        options["type"] = _reader(info)
        options["metavar"] = "N" if info.kind is int else "X"
    group.add_argument(option_name(info.name), **options)


def _help(info: SettingInfo) -> str:
    symbol = f"{info.symbol}: " if info.symbol else ""
    kind = "" if info.choices or info.kind is bool else f"; {info.expected}"
    defaults = _default(info.paper)
    if info.authors != info.paper:
        defaults += f" (authors: {_default(info.authors)})"
    return f"{symbol}{info.help}{kind}; default {defaults} [{info.clause}]"


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).removesuffix(".0")


def _reader(info: SettingInfo) -> Callable[[str], int | float | bool | str]:
    def read(text: str) -> int | float | bool | str:
        try:
            return info.checked(real(text))
        except (SettingsError, ValueError):
            raise argparse.ArgumentTypeError(f"expected {info.expected}, found {found(text)}") from None

    return read

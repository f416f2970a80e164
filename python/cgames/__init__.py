"""Combinatorial games: the language ``cg`` for Python.

>>> import cgames
>>> cgames.eval("<0,*|1>")
Fraction(1, 2)
>>> from cgames import nim, outcome, up
>>> up + cgames.eval("*") > 0
False
>>> outcome(nim(3, 5), "misere")
N

These names belong to a session that the module makes for itself. ``Session()`` makes another one, with names and limits of
its own.
"""

import sys
from types import ModuleType
from typing import Any

from ._core import __version__
from ._error import Error, GameWarning, Place
from ._session import Session, default
from ._values import Board, Function, Game, Position, Report, Ruleset, Symbol, Table, Value

__all__ = [
    "Board",
    "Error",
    "Function",
    "Game",
    "GameWarning",
    "Place",
    "Position",
    "Report",
    "Ruleset",
    "Session",
    "Symbol",
    "Table",
    "Value",
    "__version__",
    "default",
    "eval",
]


def eval(text: str) -> Any:
    """Runs the statements of a text in the default session, and gives the result of the last one."""
    return default().eval(text)


def __getattr__(name: str) -> Any:
    """A name of the language, of the default session."""
    # What Python looks for in a module is none.
    if name.startswith("_"):
        raise AttributeError(f"module 'cgames' has no attribute '{name}'")
    return getattr(default(), name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in dir(default()) if not name.startswith("_"))})


class _Module(ModuleType):
    """The module, in which a limit is set for the default session, and a name is bound there alone."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_") or name in self.__dict__ or isinstance(value, ModuleType):
            super().__setattr__(name, value)
        else:
            setattr(default(), name, value)


sys.modules[__name__].__class__ = _Module

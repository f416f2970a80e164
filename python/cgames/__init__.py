"""Combinatorial games: the language ``cg`` for Python.

>>> import cgames
>>> s = cgames.Session()
>>> s.eval("<0,*|1>")
Fraction(1, 2)
>>> up = s.up
>>> up + s.eval("*") > 0
False
>>> s.outcome(s.nim(3, 5), s.misere)
N
"""

from typing import Any

from ._core import __version__
from ._error import Error, GameWarning, Place
from ._session import Session
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
]


def __getattr__(name: str) -> Any:
    """Says where the names of the language are."""
    told = f"module 'cgames' has no attribute '{name}'"
    if not name.startswith("_"):
        told += f"; names of the language belong to a session: s = cgames.Session(), then s.{name}"
    raise AttributeError(told)

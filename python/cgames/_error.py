"""What a person is told: errors and warnings, as data and as the terminal shows them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Place(NamedTuple):
    """A place in a text. Lines and columns count from 1, characters from 0."""

    source: str
    line: int
    column: int
    start: int
    end: int


#: What to do in Python where the help of the language is about its prompt.
_HELP = {
    "limit::time": "give it more: `session.timeout = 60` or `Session(timeout=60)`",
    "limit::memory": "give it more: `session.memory = \"4GiB\"` or `Session(memory=\"4GiB\")`",
}

#: Calls in Python for the commands of the prompt and of a shell.
_CALLS = [
    (r"at the prompt (?:it is )?`:help ([^`]+)`, in a shell `cg help [^`]+`", r"in Python it is `session.help('\1')`"),
    (r"`cg help ([^`]+)`, at the prompt `:help [^`]+`", r"`session.help('\1')`"),
    (r"`(?:cg help|:help) ([^`]+)`", r"`session.help('\1')`"),
    (r"`(?:cg help|:help)`", "`session.help()`"),
    (r"`:search ([^`]+)`", r"`session.search('\1')`"),
]


def in_python(help: str) -> str:
    """Advice of the language with calls of Python in place of commands."""
    for command, call in _CALLS:
        help = re.sub(command, call, help)
    return help


class Error(Exception):
    """Something that the language could not do: what, where, and one thing to do about it."""

    def __init__(
        self,
        code: str,
        message: str,
        help: str | None = None,
        place: tuple[str, int, int, int, int] | None = None,
        notes: list[str] | None = None,
        shown: str = "",
        coloured: str = "",
    ) -> None:
        super().__init__(code, message, help, place, notes, shown, coloured)
        #: Its kind, such as ``name::unknown``; ``session.help(code)`` explains it.
        self.code = code
        #: What is wrong, in one line.
        self.message = message
        #: One thing to do.
        self.help = _HELP.get(code, help and in_python(help))
        #: Where in the text, if it stands in one.
        self.place = Place(*place) if place else None
        #: Further remarks.
        self.notes = list(notes or [])
        #: All of it as a terminal shows it, without colours and with them.
        self.shown = shown.replace(help, self.help) if help and self.help else shown
        self.coloured = coloured or shown

    def __str__(self) -> str:
        return self.shown or self.message


class GameWarning(UserWarning):
    """A statement went on, but likely not as meant."""

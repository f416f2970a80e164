"""A session: everything that lives from one statement to the next."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Set
from numbers import Rational
from typing import Any, NamedTuple

from ._core import Engine
from ._error import Error, GameWarning
from ._names import Names
from ._parallel import mapped
from ._values import Function, Ruleset, Symbol, Value, wrapped

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}


def size(memory: int | str | None) -> int | None:
    """A size such as ``2**30`` or ``"200MB"`` in bytes."""
    if not isinstance(memory, str):
        return memory
    found = re.fullmatch(r"\s*([0-9]+)\s*([A-Za-z]*)\s*", memory)
    if not found or found[2].upper() not in _UNITS:
        raise ValueError(f"'{memory}' is no size; write a number of bytes, or one such as '200MB' or '2GiB'")
    return int(found[1]) * _UNITS[found[2].upper()]


class _Bound(NamedTuple):
    """A value that Python has given a name."""

    value: Any


class Session(Names):
    """Names, values and limits of one run of the language.

    >>> s = Session()
    >>> s.eval("<0,*|1>")
    Fraction(1, 2)
    >>> s.eval("K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>")
    >>> s.K(5)
    *4

    ``timeout`` is the time of one statement in seconds; ``memory`` is what all sessions of the process may use together, in
    bytes or as a text such as ``"2GiB"``, by default three quarters of the machine. Every name of the language is an
    attribute: ``s.kayles(5)``, ``s.outcome(p)``.
    """

    def __init__(self, timeout: float | None = None, memory: int | str | None = None, *, pictures: bool = False) -> None:
        self._timeout = timeout
        self._memory = size(memory)
        self._engine = Engine(self._timeout, self._memory, pictures)
        # Functions that were asked for since something was last defined.
        self._known: dict[str, Any] = {}
        # What may have defined something: texts with their names, and names with their values.
        self._defining: list[tuple[str, Any]] = []

    def __repr__(self) -> str:
        count = len(self.definitions())
        return f"<Session, timeout={self._timeout}, {count} definition{'' if count == 1 else 's'}>"

    # Evaluating

    def eval(self, text: str, *, name: str = "<python>") -> Any:
        """Runs the statements of a text and gives the result of the last one; ``None`` if it has none.

        Integers come as ``int``, other numbers as ``Fraction``, booleans as ``bool``, texts as ``str``, lists as ``list``,
        sets as ``set``; everything else as a ``Value``. What the text prints is printed; ``name`` is how messages call it.
        """
        results = [None]

        def hear(what: str, parts: Any) -> Any:
            if what != "value":
                return _tell(what, parts)
            results[0] = parts
            return None

        if ":=" in text or "import" in text:
            self._known.clear()
            self._defining.append((text, name))
        self._engine.run(text, name, False, self._wrap, hear)
        return results[0]

    __call__ = eval

    def load(self, path: str) -> Any:
        """Runs a script, and gives the result of its last statement."""
        with open(path, encoding="utf-8") as file:
            return self.eval(file.read(), name=path)

    def take(self, value: Any) -> Any:
        """A value of another session in this one. It is written there and read here."""
        if isinstance(value, (Value, Symbol)) and value._session is not self:
            return self.eval(repr(value))
        return value

    def map(self, f: Any, xs: Any, *, threads: int = 1) -> Any:
        """``f(x)`` for each of ``xs``, where ``f`` is a function of the language, or one as it is written there.

        >>> Session().map("n -> n^2", [1, 2, 3])
        [1, 4, 9]

        With more threads the members are shared among as many sessions with the definitions and limits of this one, which run
        what defined something here again. The results live in those sessions.
        """
        if threads > 1:
            xs = list(xs)
            text = f if isinstance(f, str) else repr(f)
            # A function with a name is written with its parameters.
            named = re.fullmatch(r"(\w+)\(.*\)", text)
            if named and (isinstance(f, Function) or text in self.definitions()):
                text = named[1]
            sessions = [self._like() for _ in range(min(threads, len(xs)))]
            return mapped(sessions, text, xs) if sessions else []
        return self["map"](self.eval(f) if isinstance(f, str) else f, xs)

    def _like(self) -> Session:
        """A session with the definitions and limits of this one."""
        other = Session(self._timeout, self._memory)
        for first, second in self._defining:
            if isinstance(second, _Bound):
                other[first] = second.value
                continue
            try:
                other._engine.run(first, second, False, other._wrap, lambda what, parts: None)
            except Error:
                # It failed here too, perhaps after a definition.
                pass
        return other

    def latex(self, value: Any) -> str:
        """LaTeX of anything that can be given to the language, lists too."""
        return self._describe(value, "latex") or ""

    # Names

    def __getitem__(self, name: str) -> Any:
        """What a name of the language stands for."""
        if not name.isidentifier():
            raise KeyError(name)
        try:
            return self.eval(name)
        except Error as error:
            if error.code != "name::unknown":
                raise
            raise KeyError(name) from error

    def __setitem__(self, name: str, value: Any) -> None:
        """Binds a variable, as ``name := value`` does."""
        if not re.fullmatch(r"[^\W\d]\w*", name):
            raise KeyError(f"'{name}' is no name")
        self._known.clear()
        value = self.take(value)
        self._engine.set(name, value, self._wrap, _tell)
        self._defining.append((name, _Bound(value)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._known:
            return self._known[name]
        try:
            found = self[name]
            if isinstance(found, (Function, Ruleset)):
                self._known[name] = found
            return found
        except KeyError as error:
            cause = error.__cause__
            help = f"; {cause.help}" if isinstance(cause, Error) and cause.help else ""
            raise AttributeError(f"the language has no name '{name}'{help}") from None

    def __dir__(self) -> list[str]:
        names = [*self._engine.builtins(), *(d.split("(")[0] for d in self.definitions())]
        return [*super().__dir__(), *(n for n in names if n.isidentifier())]

    def definitions(self) -> list[str]:
        """What is defined, as signatures: ``["K(n)", "x"]``."""
        return self._engine.definitions()

    def reset(self) -> None:
        """Forgets everything that was defined; values made before are gone."""
        self._known.clear()
        self._defining.clear()
        self._engine.reset()

    # Limits

    @property
    def timeout(self) -> float | None:
        """The time of one statement, in seconds; ``None`` for any."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float | None) -> None:
        self._engine.limit(seconds, self._memory)
        self._timeout = seconds

    @property
    def memory(self) -> int | None:
        """Bytes that all sessions of the process may use."""
        return self._memory

    @memory.setter
    def memory(self, memory: int | str | None) -> None:
        self._engine.limit(self._timeout, size(memory))
        self._memory = size(memory)

    def interrupt(self) -> None:
        """Stops what another thread computes in this session."""
        self._engine.interrupt()

    # Help

    def help(self, topic: str = "") -> None:
        """Prints what help says about a name, a sign, a word or the code of an error."""
        page = self._engine.help(topic)
        if page is None:
            near = ", ".join(self._engine.near(topic))
            page = f"there is no help on '{topic}'" + (f"; near to it: {near}" if near else "")
        print(page.rstrip())

    def search(self, words: str) -> None:
        """Prints the topics of help that have to do with some words."""
        print(self._engine.search(words).rstrip())

    def complete(self, text: str, at: int | None = None) -> list[str]:
        """What can stand at the end of a text, or at a character of it."""
        return [found for found, _, _ in self._engine.complete(text, len(text) if at is None else at)[1]]

    # For values

    def _wrap(self, kind: str, token: Any, parts: Any) -> Any:
        return wrapped(self, kind, token, parts)

    def _apply(self, callee: Any, *arguments: Any, **named: Any) -> Any:
        given = [self.take(argument) for argument in (*arguments, *named.values())]
        return self._engine.apply(callee, given, list(named), self._wrap, _tell)

    def _describe(self, value: Any, how: str) -> str | None:
        return self._engine.describe(self.take(value), how)

    @staticmethod
    def _is_argument(value: object) -> bool:
        return isinstance(value, (Value, Rational, str, list, tuple, range, Set))


_default: Session | None = None


def default() -> Session:
    """The session behind the names of the module, made when it is first needed; a forked process gets one of its own."""
    global _default
    if _default is None:
        _default = Session()
    return _default


def _forget_default() -> None:
    global _default
    _default = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_default)


def _tell(what: str, parts: Any) -> Any:
    """Shows what happens on the way to a result, and answers what is asked: a game needs moves."""
    if what == "can_ask":
        return True
    if what == "asked":
        return _line(parts)
    if what == "printed":
        sys.stdout.write(parts)
    elif what == "warning":
        warnings.warn(GameWarning(parts[5] or parts[1]), stacklevel=4)
    return None


def _line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        return None

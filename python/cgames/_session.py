"""A session: everything that lives from one statement to the next."""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping, Set
from functools import cache
from numbers import Rational
from typing import Any, NamedTuple

from ._core import Engine, ForeignValue, end, forked
from ._error import Error, GameWarning
from ._names import Names
from ._parallel import mapped
from ._values import Function, Ruleset, Symbol, Value, wrapped

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30}


def size(memory: int | str | None) -> int | None:
    """A size such as ``2**30`` or ``"200MB"`` in bytes."""
    if not isinstance(memory, str):
        if memory is not None and memory < 0:
            raise ValueError(f"{memory} is no size; write a number of bytes, or a text such as '200MB' or '2GiB'")
        return memory
    found = re.fullmatch(r"\s*([0-9]+)\s*([A-Za-z]*)\s*", memory)
    if not found or found[2].upper() not in _UNITS:
        raise ValueError(f"'{memory}' is no size; write a number of bytes, or one such as '200MB' or '2GiB'")
    return int(found[1]) * _UNITS[found[2].upper()]


class _Definition(NamedTuple):
    """A statement that gave names their meaning, or a value that Python has bound to a name."""

    #: Nothing if the value was bound by Python.
    text: str | None
    names: list[str]
    #: Whether it is a function or a game, whose rule is evaluated when it is called.
    is_rule: bool
    value: Any = None


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
        # All definitions, in their order.
        self._defined: list[_Definition] = []
        # Sessions that compute for this one, and the sign by which they stop.
        self._helpers: list[tuple[list[Session], threading.Event]] = []

    def __repr__(self) -> str:
        # The session itself may be computing.
        count = len({name for definition in self._defined for name in definition.names})
        return f"<Session, timeout={self._timeout}, {count} definition{'' if count == 1 else 's'}>"

    # Evaluating

    def eval(self, text: str, *, name: str = "<python>") -> Any:
        """Runs the statements of a text and gives the result of the last one; ``None`` if it has none.

        Integers come as ``int``, other numbers as ``Fraction``, booleans as ``bool``, texts as ``str``, lists as ``list``,
        sets as ``set``; everything else as a ``Value``. What the text prints is printed; ``name`` is how messages call it.
        """
        if not isinstance(text, str):
            raise TypeError(f"a text is evaluated, such as 'nim(3, 4)', not {type(text).__name__}")
        results = [None]

        def hear(what: str, parts: Any) -> Any:
            if what == "value":
                results[0] = parts
            elif what == "defined":
                self._note(_Definition(*parts))
            else:
                return _tell(what, parts)
            return None

        self._engine.run(text, name, False, self._wrap, hear)
        return results[0]

    def _note(self, definition: _Definition) -> None:
        """Adds a definition that holds from now on."""
        self._known.clear()
        # A name that Python binds over and over keeps one value.
        if definition.text is None and self._defined and self._defined[-1][:2] == definition[:2]:
            self._defined.pop()
        self._defined.append(definition)

    __call__ = eval

    def load(self, path: str) -> Any:
        """Runs a script, and gives the result of its last statement."""
        with open(path, encoding="utf-8") as file:
            return self.eval(file.read(), name=path)

    def take(self, *arguments: Any, **named: Any) -> Any:
        """A value of another session in this one: it is written there and read here.

        What lives in no session, such as a number, stays what it is. A value that was made by a definition is refused unless
        this session has the same one. Two arguments and more are those of the ruleset ``take`` of the language.
        """
        if len(arguments) != 1 or named:
            return self["take"](*arguments, **named)
        return self._taken_whole(arguments[0])

    def _taken_whole(self, value: Any) -> Any:
        """A value of another session here, with all that is in it."""
        if isinstance(value, dict):
            return {self._taken_whole(key): self._taken_whole(one) for key, one in value.items()}
        for kind in (list, tuple, set, frozenset):
            if isinstance(value, kind):
                return kind(map(self._taken_whole, value))
        return self._taken(value)

    def _taken(self, value: Any) -> Any:
        if not isinstance(value, (Value, Symbol)) or value._session is self:
            return value
        text = str(value) if isinstance(value, Symbol) else value._source()
        return self._read(text, value._session._meaning(text))

    def _read(self, text: str, meaning: dict[str, list[str]]) -> Any:
        """A value that was written where the names in it have this meaning."""
        mine = self._meaning(text)
        if mine != meaning:
            # Those in the text come before those that they use.
            names = [*_NAME.findall(text), *sorted({*mine, *meaning})]
            name = next(name for name in names if mine.get(name) != meaning.get(name))
            why = "is not defined" if name not in mine else "is defined differently"
            why = "is no built-in" if name not in meaning else why
            what = text if len(text) < 60 else "this value"
            raise ValueError(f"{what} cannot be taken from its session, because `{name}` {why} in this one")
        return self.eval(text)

    def _meaning(self, text: str) -> dict[str, list[str]]:
        """The definitions of the names in a text, and of the names in those."""
        by_name: dict[str, list[_Definition]] = {}
        for definition in self._defined:
            for name in definition.names:
                by_name.setdefault(name, []).append(definition)
        found: dict[str, list[str]] = {}
        todo = [text]
        while todo:
            for name in by_name.keys() & _names(todo.pop()) - found.keys():
                texts = [one.text or f"{name} := {one.value!r}" for one in by_name[name]]
                # The last one counts, with those before it from which it was computed.
                first = len(texts) - 1
                while first > 0 and not by_name[name][first].is_rule and _uses(texts[first]).count(name) > 1:
                    first -= 1
                found[name] = texts[first:]
                todo += found[name]
        return found

    def game(self, left: Any, right: Any) -> Any:
        """The game with these options of Left and of Right, in canonical form.

        >>> Session().game([0], [1])
        Fraction(1, 2)
        """
        return self._apply("game", list(left), list(right))

    def map(self, f: Any, xs: Any, *, threads: int = 1) -> Any:
        """``f(x)`` for each of ``xs``, where ``f`` is a function of the language, or one as it is written there.

        >>> Session().map("n -> n^2", [1, 2, 3])
        [1, 4, 9]

        With more threads the members are shared among as many sessions with the definitions and limits of this one. The
        results live in those sessions.
        """
        if isinstance(xs, Mapping):
            xs = [[key, value] for key, value in xs.items()]
        elif isinstance(xs, Iterator):
            xs = list(xs)
        if threads < 1:
            raise ValueError(f"one thread or more can share the work, not {threads}")
        function = self.eval(f) if isinstance(f, str) else self._taken(f)
        if not isinstance(function, (Function, Ruleset)):
            raise TypeError(f"a function of the language is wanted, such as 'n -> n^2', not {f!r}")
        if threads > 1:
            xs = list(xs)
            text = f if isinstance(f, str) else function._source()
            sessions = [self._like() for _ in range(min(threads, len(xs)))]
            helpers = (sessions, threading.Event())
            self._helpers.append(helpers)
            try:
                return mapped(sessions, text, xs, helpers[1]) if sessions else []
            finally:
                self._helpers.remove(helpers)
        return self["map"](function, xs)

    def _like(self) -> Session:
        """A session with the definitions and limits of this one."""
        other = Session(None, self._memory)
        for definition in self._defined:
            if definition.text is None:
                # A value that cannot be written is missed only where it is asked for.
                with contextlib.suppress(ValueError):
                    other[definition.names[0]] = definition.value
            else:
                other._engine.run(definition.text, "<python>", False, other._wrap, lambda what, parts: None)
                other._note(definition)
        other.timeout = self._timeout
        return other

    def latex(self, value: Any) -> str:
        """LaTeX of anything that can be given to the language, lists too."""
        return self._describe(value, "latex") or ""

    # Names

    def __getitem__(self, name: str) -> Any:
        """What a name of the language stands for."""
        if not isinstance(name, str) or not name.isidentifier():
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
        value = self._taken_whole(value)
        self._engine.set(name, value, self._wrap, _tell)
        self._note(_Definition(None, [name], False, value))

    #: Names are asked for one by one: there is no end to those of the language.
    __iter__ = None
    __contains__ = None

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
        except Error as error:
            # Python looks at all names: some stand for nothing by themselves, such as `naturals`.
            if error.code.startswith("limit::"):
                raise
            raise AttributeError(error.message) from error

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and not isinstance(getattr(type(self), name, None), property):
            owner = "cgames.default()" if self is _default else "session"
            raise AttributeError(f"a name of the language is bound by {owner}['{name}'] = ...")
        super().__setattr__(name, value)

    @staticmethod
    @cache
    def _functions() -> list[str]:
        """The built-in functions, which can be asked of a value; rulesets are none."""
        session = Session()
        names = (name for name in Engine.builtins() if name.isidentifier() and Engine.signature(name) is not None)
        return [name for name in names if isinstance(getattr(session, name), Function)]

    def __dir__(self) -> list[str]:
        names = [*self._engine.builtins(), *(d.split("(")[0] for d in self.definitions())]
        return [*super().__dir__(), *(n for n in names if n.isidentifier())]

    def definitions(self) -> list[str]:
        """What is defined, as signatures: ``["K(n)", "x"]``."""
        return self._engine.definitions()

    def reset(self) -> None:
        """Forgets everything that was defined; values made before are gone."""
        self._known.clear()
        self._defined.clear()
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
        for sessions, stopped in list(self._helpers):
            stopped.set()
            for session in sessions:
                session.interrupt()

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
        given = [self._taken(argument) for argument in (*arguments, *named.values())]
        try:
            return self._engine.apply(callee, given, list(named), self._wrap, _tell)
        except ForeignValue:
            # It is in a container, and nothing was computed yet.
            given = [self._taken_whole(argument) for argument in given]
            return self._engine.apply(callee, given, list(named), self._wrap, _tell)

    def _is_equal(self, left: Any, right: Any) -> bool:
        # That two values are of two kinds is an answer of `==` in Python, and nothing to warn of.
        right = self._taken_whole(right) if isinstance(right, _CONTAINERS) else self._taken(right)
        return self._engine.apply("==", [left, right], [], self._wrap, lambda what, parts: None)

    def _describe(self, value: Any, how: str) -> str | None:
        return self._engine.describe(self._taken(value), how)

    @staticmethod
    def _is_argument(value: object) -> bool:
        return isinstance(value, (Value, Rational, str, list, tuple, range, Set))


_CONTAINERS = (list, tuple, set, frozenset, dict)
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


def _names(text: str) -> set[str]:
    """The names that a text of the language uses."""
    return set(_uses(text))


def _uses(text: str) -> list[str]:
    """Those names, as often as they occur."""
    return _NAME.findall(_QUOTED.sub("", text))


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
    forked()


# Threads that wait for a session have to come back before Python ends.
atexit.register(end)

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

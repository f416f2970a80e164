"""Values of the language that Python has no kind of its own for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape
from inspect import Parameter, Signature
from keyword import iskeyword
from numbers import Rational
from typing import TYPE_CHECKING, Any

from ._core import Engine
from ._error import Error
from ._names import Methods

#: Codes of errors about the kinds of what an operator stands between.
_WRONG_KIND = {"call::kind"}

#: Kinds of values that may be equal though they are written differently.
_LOOPY = {"gamma", "loopy"}

#: LaTeX that is longer is not read any more; it would only keep a page from being typeset.
LONGEST_LATEX = 5_000

if TYPE_CHECKING:
    from ._core import Token
    from ._session import Session


class Value:
    """A value that lives in a session. Operators mean what they mean in the language."""

    __slots__ = ("_session", "_token", "_written")

    _session: Session
    _token: Token
    _written: str | None

    def __init__(self, session: Session, token: Token) -> None:
        self._session = session
        self._token = token
        self._written = None

    @property
    def kind(self) -> str:
        """What it is: ``game``, ``nimber``, ``position``, ``ruleset``, ``thermograph``..."""
        return self._token.kind

    @property
    def session(self) -> Session:
        """The session that it lives in."""
        return self._session

    def _ask(self, operation: str, *arguments: Any) -> Any:
        return self._session._apply(operation, self, *arguments)

    def _describe(self, how: str) -> str:
        return self._session._describe(self, how) or ""

    def __str__(self) -> str:
        return self._describe("shown")

    def __repr__(self) -> str:
        if self._written is None:
            self._written = self._describe("written")
        return self._written

    def latex(self) -> str:
        """LaTeX for math mode, without dollar signs; it needs the package ``amsmath``."""
        return self._describe("latex")

    def svg(self) -> str:
        """A picture: a board, a graph, a thermograph, or the game tree."""
        return self._describe("drawn")

    def explain(self) -> Report:
        """Why it is what it is, in lines that a student can follow; ``print`` shows them."""
        return self._ask("explain")

    def _repr_latex_(self) -> str | None:
        # A notebook would show it rather than the picture.
        if self._repr_svg_() is not None:
            return None
        latex = self.latex()
        return f"$\\displaystyle {latex}$" if len(latex) <= LONGEST_LATEX else None

    def _repr_svg_(self) -> str | None:
        """A picture, where that is how people know it."""
        return self._session._describe(self, "pictured")

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, _memo: object) -> Value:
        return self

    def __reduce__(self) -> Any:
        """Written here, and read by the default session of the process that unpickles it."""
        text = self._source()
        return (_read, (text, self._session._meaning(text)))

    def _source(self) -> str:
        """The text by which another session has it."""
        return repr(self)

    # Equality is that of the language, which for games is equality of values.

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not self._session._is_argument(other):
            return NotImplemented
        try:
            return bool(self._session._is_equal(self, other))
        except ValueError:
            # Of another session, and made by other definitions.
            return False
        except Error as error:
            if error.code.startswith("limit::"):
                raise
            # Of two kinds, or without values to compare: equal only if they are written alike.
            return isinstance(other, Value) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


class _Arithmetic(Methods, Value):
    """What can be added and compared."""

    __slots__ = ()

    def _binary(self, operation: str, left: Any, right: Any) -> Any:
        if not all(isinstance(side, (Value, Rational)) for side in (left, right)):
            return NotImplemented
        try:
            return self._session._apply(operation, left, right)
        except Error as error:
            if error.code in _WRONG_KIND:
                raise TypeError(error.message) from None
            raise

    def __add__(self, other: Any) -> Any:
        return self._binary("+", self, other)

    def __radd__(self, other: Any) -> Any:
        return self._binary("+", other, self)

    def __sub__(self, other: Any) -> Any:
        return self._binary("-", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self._binary("-", other, self)

    def __mul__(self, other: Any) -> Any:
        return self._binary("*", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self._binary("*", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self._binary("/", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self._binary("/", other, self)

    def __pow__(self, other: Any) -> Any:
        return self._binary("^", self, other)

    def __rpow__(self, other: Any) -> Any:
        return self._binary("^", other, self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __neg__(self) -> Any:
        return self._ask("neg")

    def __abs__(self) -> Any:
        return self.abs()

    def __pos__(self) -> Any:
        return self

    def __lt__(self, other: Any) -> bool:
        return self._binary("<", self, other)

    def __le__(self, other: Any) -> bool:
        return self._binary("<=", self, other)

    def __gt__(self, other: Any) -> bool:
        return self._binary("<", other, self)

    def __ge__(self, other: Any) -> bool:
        return self._binary("<=", other, self)

    def confused(self, other: Any) -> bool:
        """Whether neither is at least the other: ``G || H``."""
        return self._ask("||", other)

    def less_or_confused(self, other: Any) -> bool:
        """Whether Right wins the difference if he starts: ``G <| H``."""
        return self._ask("<|", other)

    @property
    def value(self) -> Any:
        """The value: of a position its canonical form, of a game the game itself."""
        return self._ask("value")

    @property
    def outcome(self) -> Symbol:
        """Who wins under normal play: ``L``, ``R``, ``N``, ``P``, or with draws ``D`` and others."""
        return self._ask("outcome")

    @property
    def left(self) -> list[Any]:
        """Left's options: of a position those to which she can move, of a game those of its canonical form."""
        return self._ask("left")

    @property
    def right(self) -> list[Any]:
        """Right's options, as for ``left``."""
        return self._ask("right")

    @property
    def options(self) -> Any:
        """The moves of both players, each once."""
        return self._ask("options")

    def thermograph(self) -> Report:
        """Its thermograph, whose fields are ``mean``, ``temperature``..."""
        return self._ask("thermograph")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._session._functions()]

    def __getattr__(self, name: str) -> Any:
        """A function of the language as a method: ``G.heat(1)`` is ``heat(G, 1)``."""
        if name.startswith("_"):
            raise AttributeError(name)
        function = getattr(self._session, name)
        if not isinstance(function, Function):
            raise AttributeError(f"'{name}' is no function of the language, so nothing is asked of {self!r}")
        return Method(function, self)


class Game(_Arithmetic):
    """A value that is no number: a game in canonical form, a nimber, a surreal number such as omega, a loopy value."""

    __slots__ = ()

    def __hash__(self) -> int:
        # Loopy values that are written differently may be equal.
        return hash(Game) if self.kind in _LOOPY else super().__hash__()

    @property
    def value(self) -> Game:
        """The game itself."""
        return self


class Position(_Arithmetic):
    """A place to move from. It equals what it is worth, which is ``value``; written out it is itself."""

    __slots__ = ("_hash",)

    _hash: int

    def __str__(self) -> str:
        return repr(self)

    @property
    def left(self) -> list[Any]:
        """The positions to which Left can move."""
        return self._ask("left_options")

    @property
    def right(self) -> list[Any]:
        """The positions to which Right can move."""
        return self._ask("right_options")

    def __hash__(self) -> int:
        # A key of a dictionary is found again, even if its rules are defined anew.
        try:
            return self._hash
        except AttributeError:
            self._hash = self._found_hash()
            return self._hash

    def _found_hash(self) -> int:
        try:
            worth = self.value
        except Error as error:
            if error.code.startswith("limit::"):
                raise
            # Positions without a value may be equal to others for other reasons: one hash for all of them.
            return hash(Position)
        return hash(Position) if isinstance(worth, Position) else hash(worth)


class _Callable(Value):
    """Something that can be called."""

    __slots__ = ()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._session._apply(self, *arguments, **named)

    @property
    def __signature__(self) -> Signature:
        """Its parameters; those of a ruleset with parameters of its own come first."""
        return signature(self._name or "", self._session.definitions())

    @property
    def __name__(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self._name or "<function>"

    @property
    def _name(self) -> str | None:
        """Its name in the language, if it has one."""
        name = repr(self).split("(")[0]
        return name if name.isidentifier() else None

    def _page(self) -> str | None:
        """The page of help, of what is built in."""
        return self._name and self._session._engine.help(self._name)



class Function(_Callable):
    """A function: built in, or defined in the session."""

    __slots__ = ()

    def _source(self) -> str:
        return self._name or repr(self)

    __doc__ = property(lambda self: self._page() or "A function that was defined in the session.")  # pyright: ignore[reportAssignmentType]


class Method:
    """A function of the language that is to be asked of a value."""

    __slots__ = ("_asked", "_function")

    def __init__(self, function: Function, asked: Value) -> None:
        self._function = function
        self._asked = asked

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._function(self._asked, *arguments, **named)

    def __repr__(self) -> str:
        return f"{self._function!r} of {self._asked!r}; parentheses ask for it: ()"


class Ruleset(_Callable):
    """What makes positions: ``kayles(5)``. The vertices of a graph are its attributes and members: ``g.a``, ``g[1]``."""

    __slots__ = ()

    def __hash__(self) -> int:
        # A graph stands for its first vertex, and is equal to what that is worth.
        try:
            return hash(self._ask("value"))
        except Error as error:
            if error.code.startswith("limit::"):
                raise
            # Graphs without a first vertex are equal by their moves.
            return hash(Ruleset) if error.code.startswith("graph::") else super().__hash__()

    __doc__ = property(lambda self: self._page() or "What makes positions: a ruleset or a graph.")  # pyright: ignore[reportAssignmentType]

    def __getattr__(self, name: str) -> Any:
        return _field(self, name)

    def __getitem__(self, label: Any) -> Any:
        """The vertex of a graph with this label."""
        return self._ask("[]", label)

    __iter__ = None


class Board(Value):
    """A letter in each cell of a rectangle."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return _field(self, name)


class Report(Value):
    """Named results of one question; they are its attributes."""

    __slots__ = ("_fields",)

    _fields: dict[str, Any]

    def __init__(self, session: Session, token: Token, fields: dict[str, Any]) -> None:
        super().__init__(session, token)
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._fields:
            return self._fields[name]
        raise AttributeError(f"a {self.kind} has no field '{name}'; it has {', '.join(self._fields)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def keys(self) -> Any:
        """The names of its fields, so that ``dict(report)`` is a dictionary of them."""
        return self._fields.keys()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self.kind == other.kind and self._fields == other._fields

    def __hash__(self) -> int:
        return hash((self.kind, str(self)))

    def _source(self) -> str:
        raise ValueError("a report stays in its session; ask its question in the other one")

    def __reduce__(self) -> Any:
        raise TypeError("a report cannot be pickled; dict(report) can, and its question can be asked again")

    def _repr_latex_(self) -> str | None:
        # A report is prose.
        return None


class Table(Value):
    """Rows and columns; it goes through its rows as dictionaries."""

    __slots__ = ("columns", "rows")

    #: The heads of the columns; empty where there are none.
    columns: list[Any]
    #: The rows, each a list.
    rows: list[list[Any]]

    def __init__(self, session: Session, token: Token, parts: tuple[list[Any], list[list[Any]]]) -> None:
        super().__init__(session, token)
        self.columns, self.rows = parts

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[Any, Any]]:
        heads = self.columns or range(1, 1 + max(map(len, self.rows), default=0))
        return (dict(zip(heads, row)) for row in self.rows)

    def __getitem__(self, row: int) -> list[Any]:
        return self.rows[row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.columns == other.columns and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> Any:
        raise TypeError("a table cannot be pickled; table.columns and table.rows can")

    def __repr__(self) -> str:
        return str(self)

    def _source(self) -> str:
        return self._describe("written")

    def _repr_html_(self) -> str:
        def row(cells: list[Any], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

        head = f"<thead>{row(self.columns, 'th')}</thead>" if self.columns else ""
        return f"<table>{head}<tbody>{''.join(row(cells, 'td') for cells in self.rows)}</tbody></table>"


class Symbol(str):
    """An outcome class, a convention or a kind of compound: a text that the language takes for what it names."""

    _session: Session
    _token: Token

    def __new__(cls, session: Session, token: Token, text: str) -> Symbol:
        symbol = super().__new__(cls, text)
        symbol._session = session
        symbol._token = token
        return symbol

    @property
    def kind(self) -> str:
        """What it is: ``outcome``."""
        return self._token.kind

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> Any:
        return (_read, (str(self), self._session._meaning(str(self))))

    def __deepcopy__(self, _memo: object) -> Symbol:
        return self


def _read(text: str, meaning: dict[str, list[str]]) -> Any:
    """What a pickled text stands for."""
    from ._session import default

    return default()._read(text, meaning)


def signature(name: str, definitions: Iterable[str] = ()) -> Signature:
    """The signature of what is built in or was defined, or one that takes anything."""
    known = Engine.signature(name)
    own = next((text for text in definitions if text.startswith(f"{name}(")), None)
    if own is not None:
        names = own[len(name) + 1 : -1].split(", ")
        known = [(one.rstrip("?"), "Any", "?" if one.endswith("?") else "1") for one in names if one], "Any"
    if known is None:
        both = [Parameter("arguments", Parameter.VAR_POSITIONAL), Parameter("named", Parameter.VAR_KEYWORD)]
        return Signature(both)
    parameters = []
    for parameter, kind, count in known[0]:
        name = parameter + "_" if iskeyword(parameter) else parameter
        how = Parameter.VAR_POSITIONAL if count == "*" else Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(Parameter(name, how, default=None if count == "?" else Parameter.empty, annotation=kind))
    return Signature(parameters, return_annotation=known[1])


def _field(value: Value, name: str) -> Any:
    """A field of the language as an attribute."""
    # What Python and notebooks look for is no field.
    if name.startswith("_") or not name.isidentifier():
        raise AttributeError(name)
    try:
        return value._ask(f".{name}")
    except Error as error:
        if error.code.startswith("limit::"):
            raise
        raise AttributeError(error.message, name=name, obj=value) from error


_CLASSES: dict[str, Callable[..., Any]] = {
    "board": Board,
    "function": Function,
    "position": Position,
    "report": Report,
    "graph": Ruleset,
    "ruleset": Ruleset,
    "symbol": Symbol,
    "table": Table,
}


def wrapped(session: Session, kind: str, token: Token, parts: Any) -> Any:
    """The object for a value that stays in its session."""
    make = _CLASSES.get(kind, Game)
    return make(session, token) if parts is None else make(session, token, parts)

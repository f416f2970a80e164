"""The names of the language as attributes. What they are is known when they are asked for; their types stand beside this file
in ``_names.pyi``, which ``python/stubs`` writes from the table of built-ins."""


class Names:
    """The built-in names, as attributes of a session."""

    __slots__ = ()


class Methods:
    """The built-in functions of a game or a position, as its methods."""

    __slots__ = ()

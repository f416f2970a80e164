"""Colours for the language where Pygments is used: nbconvert, Sphinx, ``minted``. Registered as ``cg``."""

from __future__ import annotations

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Text

from ._core import Engine


class CgLexer(RegexLexer):  # type: ignore[misc, unused-ignore]
    """The lexer of scripts and cells."""

    name = "cg"
    aliases = ["cg"]
    filenames = ["*.cg"]
    mimetypes = ["text/x-cg"]
    url = "https://pypi.org/project/cgames"

    tokens = {
        "root": [
            (r"#=>.*$", Generic.Output),
            (r"#.*$", Comment.Single),
            (r"^:[a-z]+", Keyword.Pseudo),
            (r'"(\\.|[^"\\\n])*("|$)', String.Double),
            (words(Engine.keywords(), r"\b", r"\b"), Keyword),
            (r"0x[0-9a-fA-F]+|0b[01]+|[0-9]+(\.[0-9]+)?", Number),
            (r"(?<![\w)\]}])[*∗][0-9]+", Number),
            (words(sorted(name for name in Engine.builtins() if name.isidentifier()), r"\b", r"\b"), Name.Builtin),
            (r"[^\W\d]\w*", Name),
            (r"->|:=|==|!=|<=|>=|\.\.|\+-|[-+*/^:=±·×⊕≤≥≠∥−∗⋆↑⇑↓⇓<>|]", Operator),
            (r"[()\[\]{},;.]", Punctuation),
            (r"\s+", Text.Whitespace),
            (r".", Text),
        ]
    }

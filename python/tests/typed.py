# pyright: strict, reportUnnecessaryTypeIgnoreComment=true
"""What a type checker knows of the names of the language. Both mypy and pyright read this file; it is not run. A line that is
marked is wrong, and the mark is an error where the checker does not see that."""

from fractions import Fraction

import cgames
from cgames import Game, Position, Session, nim, up


def right(session: Session) -> None:
    heaps: Position = nim(3, 4)
    sum_of_both: Position = cgames.sum(heaps, nim(1))
    game: Game = up
    warm: int | Fraction = cgames.temperature(game)
    by_name: str = session.who_wins(heaps, starter="L")
    asked: int | Fraction = game.temperature()
    print(sum_of_both, warm, by_name, asked)


def wrong(session: Session) -> None:
    number: int = nim(3, 4)  # type: ignore
    cgames.nmi(3)  # type: ignore
    cgames.nim_value(number, foo=3)  # type: ignore
    session.kayles("x", 1, 2)  # type: ignore

"""Work shared among sessions that compute at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._session import Session


def mapped(sessions: Sequence[Session], f: str, xs: Sequence[Any]) -> list[Any]:
    """What the function written ``f`` makes of each member. A session that is done with one takes the next."""
    found: list[Any] = [None] * len(xs)
    places = count()

    def work(session: Session) -> None:
        function = session.eval(f)
        while (place := next(places)) < len(xs):
            found[place] = session._apply(function, xs[place])

    with ThreadPoolExecutor(len(sessions)) as pool:
        running = [pool.submit(work, session) for session in sessions]
        try:
            for done in running:
                done.result()
        except BaseException:
            # The others find no member left.
            while next(places) < len(xs):
                pass
            for session in sessions:
                session.interrupt()
            raise
    return found

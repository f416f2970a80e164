"""Work shared among sessions that compute at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._session import Session


def mapped(sessions: Sequence[Session], f: str, xs: Sequence[Any], stopped: Event) -> list[Any]:
    """What the function written ``f`` makes of each member. A session that is done with one takes the next, until all are stopped."""
    found: list[Any] = [None] * len(xs)
    places = count()

    def work(session: Session) -> None:
        function = session.eval(f)
        while not stopped.is_set() and (place := next(places)) < len(xs):
            found[place] = session._apply(function, xs[place])

    with ThreadPoolExecutor(len(sessions)) as pool:
        running = [pool.submit(work, session) for session in sessions]
        try:
            for done in running:
                done.result()
        except BaseException:
            stopped.set()
            for session in sessions:
                session.interrupt()
            raise
    return found

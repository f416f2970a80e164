"""A board to click in a notebook: that of the page in the browser, with the same switch for answers.

It needs ``anywidget``: ``pip install 'cgames[widget]'``.
"""

from __future__ import annotations

import json
import queue
import threading
from numbers import Rational
from pathlib import Path
from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("a board needs anywidget: pip install 'cgames[widget]'") from error

from ._session import default
from ._values import Game, Position, Value

__all__ = ["BoardWidget"]


class _Written(traitlets.Unicode[str, Any]):
    """A position as it is written; the position itself can be assigned too."""

    def validate(self, obj: Any, value: Any) -> Any:
        return super().validate(obj, repr(value) if isinstance(value, Value) else value)


class BoardWidget(anywidget.AnyWidget):
    """A position to play from: both players, or one of them against the machine.

    ``position`` is a position or its text. ``mover`` is who moves, ``"L"`` or ``"R"``; ``machine`` whom the machine plays;
    ``rule`` is ``"normal"``, ``"misere"`` or ``"points"``; without ``answers`` nothing is given away until somebody asks.

    >>> from cgames import nim
    >>> board = BoardWidget(nim(3, 4, 5), answers=False)
    >>> board.here.outcome
    N

    ``board.position`` is the text of the position that is shown, which moves and Python may change, and ``board.here`` the
    position itself. The board has a session of its own with what was defined when it was made, so that both can compute.
    """

    _esm = Path(__file__).with_name("board.js")

    position = _Written().tag(sync=True)
    mover = traitlets.Enum(["L", "R"], "L").tag(sync=True)
    machine = traitlets.Enum(["", "L", "R"], "").tag(sync=True)
    # Without a rule points decide where there are some, and otherwise who cannot move loses.
    rule = traitlets.Enum(["", "normal", "misere", "points"], "").tag(sync=True)
    answers = traitlets.Bool(True).tag(sync=True)

    #: Nothing where the position or the terms were refused.
    _asked: _Asked | None = None

    def __init__(
        self,
        position: Value | str,
        *,
        mover: str = "L",
        machine: str = "",
        rule: str = "",
        answers: bool = True,
    ) -> None:
        terms = {"mover": mover, "machine": machine, "rule": rule, "answers": answers}
        self._home = position.session if isinstance(position, Value) else default()
        here = self._home.eval(position) if isinstance(position, str) else position
        if not isinstance(here, (Position, Game, Rational)):
            raise TypeError(f"a position is wanted, such as nim(3, 4), not {here!r}")
        super().__init__(position=position, **terms)
        self._asked = _Asked(self._home._like()._engine, self.send)
        asked = self._asked
        self.on_msg(lambda _widget, message, _buffers: asked.hear(message))

    def __repr__(self) -> str:
        return f"BoardWidget({self.position!r})"

    @property
    def here(self) -> Any:
        """The position that is shown, in the session in which the first one was made."""
        return self._home.eval(self.position)

    def close(self) -> None:
        """Takes the board away, and ends its session."""
        if self._asked is not None:
            self._asked.end()
        super().close()


class _Asked:
    """The questions of a board, answered one after another by a thread, so that a later one can stop them."""

    def __init__(self, engine: Any, send: Any) -> None:
        self._engine = engine
        self._send = send
        self._waiting: queue.SimpleQueue[tuple[int, str] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._now: int | None = None
        self._stopped: set[int] = set()
        self._thread: threading.Thread | None = None

    def hear(self, message: Any) -> None:
        """Takes a question, or ends some."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="cgames board", daemon=True)
            self._thread.start()
        if "request" in message:
            self._waiting.put((message["id"], message["request"]))
        with self._lock:
            self._stopped.update(message.get("stop", []))
            now = self._now if self._now in self._stopped else None
        if now is not None:
            self._interrupt(now)

    def _interrupt(self, number: int) -> None:
        with self._lock:
            if self._now != number:
                return
            self._engine.interrupt()
        # The session may not have begun with it yet, and then has heard nothing.
        threading.Timer(0.05, self._interrupt, [number]).start()

    def end(self) -> None:
        """Stops what is being answered, and ends the thread."""
        self._waiting.put(None)
        with self._lock:
            now = self._now
        if now is not None:
            self._interrupt(now)

    def _work(self) -> None:
        while asked := self._waiting.get():
            number, request = asked
            with self._lock:
                is_wanted = number not in self._stopped
                # They come in order, so what was stopped before this one is over.
                self._stopped = {later for later in self._stopped if later > number}
                self._now = number if is_wanted else None
            if is_wanted:
                self._send({"id": number, "answer": self._answered(request)})

    def _answered(self, request: str) -> str:
        try:
            return self._engine.answer(request)
        except Exception as error:  # The board says what went wrong; the next question may be answered.
            return json.dumps({"ok": False, "message": str(error), "help": ""})
        finally:
            with self._lock:
                self._now = None

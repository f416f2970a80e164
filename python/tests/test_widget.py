"""The board of a notebook, asked as a browser asks it."""

import json
import queue
import time
from typing import Any

import pytest
from cgames import Session, nim
from cgames.widget import BoardWidget


class Browser:
    """What a board sends, and what it gets."""

    def __init__(self, board: BoardWidget) -> None:
        self.board = board
        self.heard: queue.Queue[Any] = queue.Queue()
        board._asked._send = self.heard.put
        self.number = 0

    def send(self, **request: Any) -> int:
        self.number += 1
        self.board._handle_custom_msg({"id": self.number, "request": json.dumps(request)}, [])
        return self.number

    def answer(self, number: int) -> Any:
        message = self.heard.get(timeout=60)
        assert message["id"] == number
        return json.loads(message["answer"])

    def ask(self, **request: Any) -> Any:
        return self.answer(self.send(**request))


def test_moves_and_verdicts() -> None:
    browser = Browser(BoardWidget(nim(1, 2)))
    seen = browser.ask(do="board", text=browser.board.position, mover="L")
    assert [move["text"] for move in seen["moves"]] == ["nim(0, 2)", "nim(1, 0)", "nim(1, 1)"]
    assert browser.ask(do="verdicts", text="nim(1, 2)", mover="L")["verdicts"] == ["loss", "loss", "win"]
    assert browser.ask(do="no such thing")["ok"] is False


def test_a_game_of_ones_own_and_its_session() -> None:
    s = Session()
    s.eval("game mine(n) := <mine(n-k) for k in {1, 2} if k <= n>")
    board = BoardWidget(s.mine(4), mover="R", rule="misere", answers=False)
    assert (board.position, board.mover, board.rule, board.answers) == ("mine(4)", "R", "misere", False)
    assert len(Browser(board).ask(do="board", text="mine(4)", mover="R", misere=True)["moves"]) == 2
    board.position = s.mine(3)
    assert board.here.session is s and board.here.outcome == "P" and repr(board) == "BoardWidget('mine(3)')"


def test_a_question_stops_at_once_and_the_next_is_answered() -> None:
    browser = Browser(BoardWidget("nim(1)"))
    long = browser.send(do="eval", text="len([n for n in 1..10^12])")
    never = browser.send(do="eval", text="1")
    soon = browser.send(do="eval", text="2 + 3")
    while browser.board._asked._now != long:
        time.sleep(0.001)
    browser.board._handle_custom_msg({"stop": [long, never]}, [])
    assert browser.answer(long)["answers"][0]["code"] == "limit::interrupted"
    assert browser.answer(soon)["answers"][0]["text"] == "5"
    browser.board.close()


def test_only_what_can_be_chosen() -> None:
    with pytest.raises(Exception, match="mover"):
        BoardWidget("nim(1)", mover="A")

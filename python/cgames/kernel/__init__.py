"""A Jupyter kernel for the language: ``python -m cgames.kernel install`` makes it known to Jupyter.

Results come in letters and in LaTeX; boards, graphs, thermographs and what ``draw`` draws come as pictures; mistakes look as
they do in the terminal. Completion and help are those of the prompt, and so are its commands, ``:help`` and the others.
"""

from __future__ import annotations

import re
import time
from typing import Any

from ipykernel.kernelbase import Kernel

from .. import __version__
from .._core import Engine
from .._error import Error
from .._session import size
from .._values import LONGEST_LATEX

#: Commands that a notebook has its own ways for.
_OF_THE_PROMPT = {"clear", "edit", "history", "quit", "save", "undo"}

_DURATION = {"ms": 0.001, "s": 1, "": 1, "m": 60, "min": 60, "h": 3600}


class CgKernel(Kernel):
    """A session of the language, cell by cell."""

    implementation = "cg"
    implementation_version = __version__
    language = "cg"
    language_version = __version__
    language_info = {
        "name": "cg",
        "version": __version__,
        "mimetype": "text/x-cg",
        "file_extension": ".cg",
        "pygments_lexer": "cg",
    }
    banner = f"cg {__version__}: combinatorial games. `:help` says where to begin."
    help_links: list[dict[str, str]] = []  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._limits: dict[str, Any] = {"timeout": None, "memory": None}
        self._cg = Engine(None, None, True)

    # What a cell does

    async def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: dict[str, Any] | None = None,
        allow_stdin: bool = False,
        *,
        cell_meta: Any = None,
        cell_id: Any = None,
    ) -> dict[str, Any]:
        # `raw_input` looks here.
        self._allow_stdin = allow_stdin
        cell = _Cell(self, silent)
        try:
            # Statements up to the next command run together, with empty lines before them so that places are those of the cell.
            text, begins = "", True
            for number, line in enumerate(code.split("\n")):
                asked = self._cg.command(line) if begins or line.lstrip().startswith((":", "?")) else None
                if asked is None or self._cg.waits(text.rstrip()):
                    text = (text or "\n" * number) + line + "\n"
                    begins = begins and not line.strip()
                    continue
                if text.strip():
                    self._run(cell, text)
                text, begins = "", True
                self._obey(cell, *asked)
            if text.strip():
                self._run(cell, text.removesuffix("\n"))
        except Error as error:
            return cell.failed(error.code, error.message, error.coloured)
        except KeyboardInterrupt:
            message = "interrupted; what was defined before is kept"
            return cell.failed("limit::interrupted", message, f"\x1b[31m[limit::interrupted] Error:\x1b[0m {message}")
        cell.end()
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }

    def _run(self, cell: _Cell, text: str, name: str | None = None) -> None:
        name = name or f"<cell {self.execution_count}>"
        self._cg.run(self._cg.expanded(text), name, True, lambda *_: None, cell.hear)

    def _obey(self, cell: _Cell, verb: str, what: str) -> None:
        """Does what a command of the prompt says."""
        if verb == "help":
            page = self._cg.help(what if len(what) < 2 else what.lstrip(":"))
            if page is None:
                near = ", ".join(self._cg.near(what))
                raise _told("help", f"there is no help on `{what}`", f"near to it: {near}" if near else None)
            cell.write(page)
        elif verb == "search":
            cell.write(self._cg.search(what))
        elif verb == "run":
            self._run(cell, what)
        elif verb == "load":
            self._run(cell, _text(what), what)
        elif verb == "time":
            begin = time.perf_counter()
            self._run(cell, what)
            cell.end()
            cell.write(f"{time.perf_counter() - begin:.3f} s\n")
        elif verb == "vars":
            cell.write("\n".join(self._cg.definitions() or ["nothing is defined yet"]) + "\n")
        elif verb == "reset":
            self._cg.reset()
            cell.write("everything is forgotten\n")
        elif verb == "set":
            cell.write(self._set(what))
        elif verb == "wrong":
            raise _told("command", what)
        elif verb == "quit":
            raise _told("command", "a notebook is left by its page", "close it, or shut the kernel down")
        else:
            raise _told("command", f"`:{verb}` is of the prompt alone", "a notebook is saved by its page")

    def _set(self, what: str) -> str:
        """Sets a limit, or says which are set."""
        name, _, given = what.partition(" ")
        wanted = given.strip()
        limits = dict(self._limits)
        try:
            if name == "timeout" and (found := re.fullmatch(r"([0-9]+|[0-9]*\.[0-9]+)\s*(ms|s|min|m|h|)", wanted)):
                limits["timeout"] = float(found[1]) * _DURATION[found[2]]
            elif name in limits and wanted in ("off", "none"):
                limits[name] = None
            elif name == "memory" and wanted:
                limits["memory"] = size(wanted)
            elif what:
                help = "write `:set timeout 5s` or `:set memory 2GiB`"
                raise _told("command", f"`:set {what}` is not understood here", help)
            self._cg.limit(limits["timeout"], limits["memory"])
        except ValueError as error:
            raise _told("command", str(error)) from None
        except OverflowError:
            raise _told("command", f"`{wanted}` is more than there is") from None
        self._limits = limits
        return "".join(f"{name} {'off' if value is None else value}\n" for name, value in self._limits.items())

    # What is asked while a person types

    async def do_complete(self, code: str, cursor_pos: int | None) -> dict[str, Any]:
        at = len(code) if cursor_pos is None else cursor_pos
        start, found = self._cg.complete(code, at)
        line = code[:at].rsplit("\n", 1)[-1].lstrip()
        if line.startswith(":set "):
            found = [one for one in found if one[0].split()[0] in self._limits]
        elif line.startswith(":") and " " not in line:
            found = [one for one in found if one[0] not in _OF_THE_PROMPT]
        types = [{"start": start, "end": at, "text": text, "type": kind, "signature": about} for text, kind, about in found]
        return {
            "status": "ok",
            "matches": [text for text, _, _ in found],
            "cursor_start": start,
            "cursor_end": at,
            "metadata": {"_jupyter_types_experimental": types},
        }

    async def do_inspect(
        self,
        code: str,
        cursor_pos: int | None,
        detail_level: int = 0,
        omit_sections: Any = (),
    ) -> dict[str, Any]:
        at = len(code) if cursor_pos is None else cursor_pos
        page = next(filter(None, map(self._about, _words(code, at))), None)
        data = {"text/plain": page, "text/markdown": _markdown(page)} if page else {}
        return {"status": "ok", "found": bool(page), "data": data, "metadata": {}}

    def _about(self, word: str) -> str | None:
        """What is known of a word: what it was defined as, or its page of help."""
        defined = [d for d in self._cg.definitions() if d.split("(")[0] == word]
        return f"{defined[0]}\n  defined in this notebook\n" if defined else self._cg.help(word)

    async def do_is_complete(self, code: str) -> dict[str, str]:
        # An empty line ends what is incomplete.
        text = code if code.endswith("\n\n") else code.rstrip()
        return {"status": "incomplete", "indent": "  "} if self._cg.waits(text) else {"status": "complete"}


def _markdown(page: str) -> str:
    """A page of help with its first line, the signature, as a heading."""
    first, _, rest = page.partition("\n")
    return f"**`{first}`**\n\n```text\n{rest.strip(chr(10))}\n```\n"


class _Cell:
    """What a cell shows while it runs. The last result is the cell's own, and those before it are shown beside."""

    def __init__(self, kernel: CgKernel, silent: bool) -> None:
        self.kernel = kernel
        self.silent = silent
        self.last: dict[str, str] | None = None

    def send(self, kind: str, content: dict[str, Any]) -> None:
        if not self.silent:
            self.kernel.send_response(self.kernel.iopub_socket, kind, content)

    def write(self, text: str, stream: str = "stdout") -> None:
        self.send("stream", {"name": stream, "text": text})

    def picture(self, svg: str, text: str) -> None:
        self.send("display_data", {"data": {"image/svg+xml": svg, "text/plain": text}, "metadata": {}})

    def hear(self, what: str, parts: Any) -> Any:
        """Takes what happens, and answers what is asked: a game needs moves."""
        if what == "can_ask":
            return self.kernel._allow_stdin
        if what == "asked":
            return self.line(parts)
        if what == "printed":
            self.write(parts)
        elif what == "picture":
            self.picture(parts, "a picture")
        elif what == "warning":
            self.write(parts[6] + "\n", "stderr")
        elif what == "shown":
            self.result(*parts)
        return None

    def line(self, prompt: str) -> str | None:
        """A line that the notebook asks for; nothing at the end of all lines."""
        try:
            return self.kernel.raw_input(prompt)
        except EOFError:
            return None

    def result(self, text: str, latex: str | None, svg: str | None) -> None:
        if not text:
            return
        if self.last:
            self.send("display_data", {"data": self.last, "metadata": {}})
        if svg:
            self.picture(svg, text)
        self.last = {"text/plain": text}
        if latex and len(latex) <= LONGEST_LATEX:
            self.last["text/latex"] = f"$\\displaystyle {latex}$"

    def end(self) -> None:
        """Shows the last result as that of the cell."""
        if self.last:
            count = self.kernel.execution_count
            self.send("execute_result", {"data": self.last, "metadata": {}, "execution_count": count})
        self.last = None

    def failed(self, code: str, message: str, shown: str) -> dict[str, Any]:
        """Shows what is wrong, after the results that came before it."""
        if self.last:
            self.send("display_data", {"data": self.last, "metadata": {}})
        error = {"ename": code, "evalue": message, "traceback": shown.split("\n")}
        self.send("error", error)
        return {"status": "error", "execution_count": self.kernel.execution_count, **error}


def _told(code: str, message: str, help: str | None = None) -> Error:
    """A mistake in a command, told as others are."""
    lines = [f"\x1b[31m[{code}] Error:\x1b[0m {message}"] + ([f"  Help: {help}"] if help else [])
    return Error(code, message, help, coloured="\n".join(lines))


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise _told("io::read", f"`{path}` cannot be read: {error}") from None


def _words(code: str, at: int) -> list[str]:
    """What the cursor may be asking about: the name or sign under it, the name before it, the function that is called."""
    words: list[str] = []
    for found in re.finditer(r"\w+|[^\w\s()\[\],;]+", code):
        if found.start() <= at <= found.end():
            words.insert(0, found[0])
    called = re.findall(r"(\w+)\s*\(", code[:at])
    return words + called[-1:]

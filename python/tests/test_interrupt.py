"""Ctrl-C stops the computation; the session goes on."""

import os
import signal
import subprocess
import sys
import time

import pytest

SCRIPT = """
import signal
import cgames
# A shell lets its background jobs ignore Ctrl-C, and what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
s = cgames.Session()
s.eval("x := 5")
print("ready", flush=True)
try:
    s.eval("for n in 1..10^12 do check true end")
except KeyboardInterrupt:
    print("interrupted", s.eval("x + 1"), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_raises_keyboard_interrupt_and_keeps_the_session():
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    try:
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == "interrupted 6\n" and process.returncode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_is_told_to_make_a_session_of_its_own():
    script = (
        "import os, cgames\ns = cgames.Session()\ns.eval('1')\n"
        "if os.fork() == 0:\n    try:\n        s.eval('1')\n    except RuntimeError as e:\n"
        "        print('told' if 'forked' in str(e) else e, cgames.Session().eval('1'), flush=True)\n    os._exit(0)\nos.wait()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert run.stdout == "told 1\n"

"""The kernel, as Jupyter speaks to it."""

import time
import unittest

import jupyter_kernel_test


class Kernel(jupyter_kernel_test.KernelTests):
    """What every kernel has to do, and what this one does besides."""

    kernel_name = "cg"
    language_name = "cg"
    file_extension = ".cg"
    code_hello_world = 'print("hello, world")'
    code_execute_result = [
        {"code": "<0,*|1>", "result": "1/2"},
        {"code": "2^100", "result": "1267650600228229401496703205376"},
        {"code": "outcome(nim(3, 5), misere)", "result": "N"},
        {"code": "nim(3, 5)\n_ + *6", "result": "0"},
    ]
    code_display_data = [
        {"code": "draw(nim(2))", "mime": "image/svg+xml"},
        {"code": "thermograph(up)", "mime": "image/svg+xml"},
        {"code": "1; 2", "mime": "text/latex"},
    ]
    code_generate_error = "1/0"
    completion_samples = [{"text": "1 + thermogr", "matches": {"thermograph("}}]
    complete_code_samples = ["1 + 1", "x := 3", ":help up", "<0,*|1>"]
    incomplete_code_samples = ["<0, *|", "for n in 1..3 do", "f(n) :=", "(1 +\n"]
    code_inspect_sample = "nim_value"

    def ask(self, code):
        self.flush_channels()
        return self.execute_helper(code=code)

    def shown(self, messages):
        return [m["content"] for m in messages if m["msg_type"] == "stream"]

    def test_results_come_in_latex_too(self):
        _, messages = self.ask("<2|-1/2>")
        data = messages[-1]["content"]["data"]
        self.assertTrue(data["text/latex"].startswith("$\\displaystyle"))

    def test_boards_are_pictures_beside_their_value(self):
        _, messages = self.ask('toads_frogs("TT_FF")')
        self.assertEqual([m["msg_type"] for m in messages], ["display_data", "execute_result"])
        self.assertIn("<svg", messages[0]["content"]["data"]["image/svg+xml"])

    def test_errors_look_as_in_the_terminal(self):
        reply, messages = self.ask("1 + kailes(3)")
        self.assertEqual(reply["content"]["ename"], "name::unknown")
        shown = "\n".join(messages[-1]["content"]["traceback"])
        self.assertIn("\x1b[", shown)
        self.assertIn("kayles", shown)
        # What was defined before stays.
        self.ask("x := 5; 1/0")
        _, messages = self.ask("x")
        self.assertEqual(messages[-1]["content"]["data"]["text/plain"], "5")

    def test_commands_of_the_prompt(self):
        reply, messages = self.ask(":help up")
        self.assertEqual(reply["content"]["status"], "ok")
        self.assertIn("up", self.shown(messages)[0]["text"])
        _, messages = self.ask("nim_value?")
        self.assertTrue(self.shown(messages)[0]["text"].startswith("nim_value(p)"))
        reply, _ = self.ask(":set timeout 200ms\nfor n in 1..10^12 do check true end")
        self.assertEqual(reply["content"]["ename"], "limit::time")
        reply, _ = self.ask(":set timeout off\n:vars")
        self.assertEqual(reply["content"]["status"], "ok")
        for wrong in (":quit", ":save x.cg", ":lod", ":set notation latex", ":help kailes", ":load no/such/file"):
            reply, _ = self.ask(wrong)
            self.assertEqual(reply["content"]["status"], "error", wrong)

    def test_commands_stand_on_any_line(self):
        reply, messages = self.ask("# a comment\n:help up\nz := [1,\n2]\n:vars\n1/0")
        self.assertEqual(reply["content"]["evalue"], "this divides by zero")
        self.assertIn("z", "".join(s["text"] for s in self.shown(messages)))
        self.assertIn(":6:", "\n".join(reply["content"]["traceback"]))

    def test_limits_that_cannot_be_are_refused(self):
        for wrong in ["timeout 1.2.3s", "timeout 99999999999999999999h", "memory 999999999999999999999"]:
            reply, _ = self.ask(f":set {wrong}")
            self.assertEqual(reply["content"]["ename"], "command", wrong)
        reply, _ = self.ask(":set timeout off")
        self.assertEqual(reply["content"]["status"], "ok")

    def test_inspection_finds_what_is_called_and_what_was_defined(self):
        self.ask("K(n) := n")
        for code, found in [("nim_value(", "nim_value(p)"), ("1 + K(3)", "K(n)"), ("up", "up")]:
            self.flush_channels()
            self.kc.inspect(code, len(code) - (3 if code.startswith("1") else 0))
            content = self.kc.get_shell_msg(timeout=30)["content"]
            self.assertTrue(content["found"], code)
            self.assertIn(found, content["data"]["text/plain"])

    def test_an_interrupt_stops_the_cell_and_keeps_the_session(self):
        self.ask("kept := 7")
        self.flush_channels()
        self.kc.execute("for n in 1..10^12 do check true end")
        time.sleep(1)
        self.km.interrupt_kernel()
        reply = self.kc.get_shell_msg(timeout=30)
        self.assertEqual(reply["content"]["ename"], "limit::interrupted")
        _, messages = self.ask("kept")
        self.assertEqual(messages[-1]["content"]["data"]["text/plain"], "7")

    def play(self, *lines):
        """Plays a game with these lines; gives what was asked, the reply, and all that was shown."""
        self.flush_channels()
        self.kc.execute("play(nim(1, 2)).winner", allow_stdin=True)
        prompts = []
        for line in lines:
            prompts.append(self.kc.get_stdin_msg(timeout=30)["content"]["prompt"])
            self.kc.input(line)
        reply = self.kc.get_shell_msg(timeout=30)["content"]
        messages = []
        while (message := self.kc.get_iopub_msg(timeout=30))["content"].get("execution_state") != "idle":
            messages.append(message)
        return prompts, reply, messages

    def test_games_are_played_by_lines_that_the_notebook_asks_for(self):
        # 1, 2 is won by whoever makes the heaps equal.
        prompts, reply, messages = self.play("nim(1, 1)", "1")
        self.assertEqual(reply["status"], "ok")
        self.assertTrue(all(prompts), prompts)
        self.assertIn("1  nim(0, 2)", "".join(m["text"] for m in self.shown(messages)))
        self.assertEqual(messages[-1]["content"]["data"]["text/plain"], "L")
        _, reply, messages = self.play("quit")
        self.assertEqual(reply["status"], "ok")

    def test_a_game_that_is_interrupted_leaves_the_session(self):
        self.ask("kept := 8")
        self.flush_channels()
        self.kc.execute("play(nim(1, 2))", allow_stdin=True)
        self.kc.get_stdin_msg(timeout=30)
        self.km.interrupt_kernel()
        reply = self.kc.get_shell_msg(timeout=30)
        self.assertEqual(reply["content"]["ename"], "limit::interrupted")
        _, messages = self.ask("kept")
        self.assertEqual(messages[-1]["content"]["data"]["text/plain"], "8")

    def test_where_nobody_can_be_asked_a_game_says_so(self):
        self.flush_channels()
        self.kc.execute("play(nim(1, 2))", allow_stdin=False)
        self.assertEqual(self.kc.get_shell_msg(timeout=30)["content"]["ename"], "play::here")


if __name__ == "__main__":
    unittest.main()

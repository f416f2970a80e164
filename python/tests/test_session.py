"""Values of the language as Python's, and what Python may do with them."""

import copy
import inspect
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from fractions import Fraction
from pathlib import Path

import pytest

import cgames
from cgames import Error, Session


@pytest.fixture
def s():
    return Session()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("<0,*|1>", Fraction(1, 2)),
        ("2 + 2", 4),
        ("2^200", 2**200),
        ("-3^90", -(3**90)),
        ("(2^80 + 1)/2^75", Fraction(2**80 + 1, 2**75)),
        ("1/3", Fraction(1, 3)),
        ("1 == 1", True),
        ('"a\\"b"', 'a"b'),
        ("[1, [2, 1/2], {3}]", [1, [2, Fraction(1, 2)], {3}]),
        ("{[1, 2], [3]}", {(1, 2), (3,)}),
        ("{{1}, {}}", {frozenset({1}), frozenset()}),
        ('dict([["b", [1, 2]], ["a", {1}]])', {"a": {1}, "b": [1, 2]}),
        ("tally([[1, 2], [1, 2]])", {(1, 2): 2}),
        ("1..5", [1, 2, 3, 4, 5]),
        ("1..10^9", range(1, 10**9 + 1)),
        ("10^9..1 by -2", range(10**9, 0, -2)),
        ("x := 3", None),
        ("", None),
        ("# nothing", None),
        ("1; 2; 3", 3),
    ],
)
def test_what_python_has_a_kind_for(s, text, result):
    found = s.eval(text)
    assert found == result
    assert type(found) is type(result)


def test_games_are_added_compared_and_negated(s):
    up, star = s.up, s.eval("*")
    assert (up + star).confused(0) and not (up + star) > 0
    assert up > 0 and 0 < up and up >= 0 and not up <= 0
    assert -up == s.down and -(-up) == up
    assert star + star == 0 and 0 == star + star
    assert up - up == 0 and 1 - up == s.eval("1 - up") and 1 + up == up + 1
    assert 3 * up == up + up + up == up * 3
    assert star.less_or_confused(0) and not up.less_or_confused(0)
    assert Fraction(1, 2) + up == s.eval("1/2 + up")
    # Winning Ways, chapter 3: up is less than every positive number.
    assert up < Fraction(1, 2**30)
    assert up != "up" and up != 1.5 and up != None  # noqa: E711
    with pytest.raises(TypeError, match="unsupported|NoneType"):
        up + None


def test_equal_values_have_equal_hashes(s):
    assert len({s.eval("*4"), s.kayles(5), s.eval("nim(4)"), s.eval("<0,*,*2,*3|0,*,*2,*3>")}) == 1
    assert hash(s.nim(0)) == hash(0) and s.nim(0) == 0
    assert hash(s.eval('domineering("..")')) == hash(-1)
    drawn = s.eval("(graph <a -> b; b -> a>).a")
    assert hash(drawn) == hash(drawn) and drawn == drawn


def test_positions(s):
    p = s.nim(3, 5)
    assert (p.kind, repr(p), str(p)) == ("position", "nim(3, 5)", "nim(3, 5)")
    assert [str(q) for q in s.domineering(2, 2).left] == ['domineering("#./#.")', 'domineering(".#/.#")']
    assert s.domineering(2, 2).value.left == [1]
    assert p.value == s.eval("*6") and p.outcome == "N"
    assert p == s.eval("*6")
    assert s.nim(2).options == [0, s.eval("*")]
    assert s.eval("<2|-1>").left == [2] and s.eval("<2|-1>").options == [2, -1]
    assert s.outcome(s.nim(1, 1), s.misere) == "N"
    assert "nim-sum" in str(p.explain())


def test_rulesets_functions_and_graphs_are_called(s):
    s.eval("K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>; g := graph <a -> b; b -> c>")
    assert s.K(5) == s.kayles(5) == s.eval("*4")
    assert s.eval("(x, y) -> x + y")(1, Fraction(1, 2)) == Fraction(3, 2)
    assert s.g.a.outcome == "P"
    with pytest.raises(AttributeError):
        s.g.nowhere
    assert s.definitions() == ["K(n)", "g"]


def test_reports_and_tables(s):
    walls = s.thermograph(s.eval("<2|-1>"))
    assert (walls.kind, walls.mean, walls.temperature) == ("thermograph", Fraction(1, 2), Fraction(3, 2))
    assert dict(walls)["mean"] == Fraction(1, 2) and "mean" in dir(walls)
    assert s.period(s.kayles).period == 12
    with pytest.raises(AttributeError, match="has no field 'men'; it has mean"):
        walls.men
    table = s.eval('table([[1, *], [2, up]], ["n", "v"])')
    assert table.columns == ["n", "v"] and table[0] == [1, s.eval("*")] and len(table) == 2
    assert [row["n"] for row in table] == [1, 2]
    assert "<th>n</th>" in table._repr_html_()


def test_arguments_of_every_kind(s):
    assert s.len([1, [2], (3, 4), {5}, "x", True, Fraction(1, 2), s.up, s.nim(3)]) == 9
    assert s.eval("x -> x")([True, 2**100, -(2**100), Fraction(-1, 3)]) == [True, 2**100, -(2**100), Fraction(-1, 3)]
    assert s.eval("(x, c) -> outcome(x, c)")(s.nim(2), s.misere) == "N"
    for wrong, said in [(0.5, "not exact"), (object(), "'object' cannot be given"), (1j, "'complex' cannot be given")]:
        with pytest.raises(TypeError, match=said):
            s.len(wrong)
    nested = []
    for _ in range(1000):
        nested = [nested]
    with pytest.raises(ValueError, match="nested"):
        s.len(nested)


def test_names(s):
    s["x"] = [1, s.up]
    assert s.eval("x[1] > 0") is True and s["x"] == [1, s.up]
    assert "kayles" in dir(s) and "x" in dir(s)
    with pytest.raises(KeyError):
        s["nothing_of_that_name"]
    with pytest.raises(AttributeError, match="no name 'kailes'.*kayles"):
        s.kailes
    with pytest.raises(KeyError):
        s["1 + 1"] = 2
    with pytest.raises(Error):
        s["then"] = 2
    # What cannot be bound leaves what was there.
    with pytest.raises(TypeError):
        s["x"] = object()
    assert s["x"] == [1, s.up]
    # A body sees what Python binds.
    s["k"] = 5
    s.eval("f(n) := if n == 0 then k else f(n-1)")
    assert s.f(3) == 5
    s["k"] = 7
    assert s.f(3) == 7
    # Functions that call each other, one after the other.
    with pytest.warns(Warning, match="not defined yet"):
        s.eval("even(n) := if n == 0 then true else odd(n-1)")
    s.eval("odd(n) := if n == 0 then false else even(n-1)")
    assert s.even(10) is True
    # What the operators of Python ask for is not what a person has defined.
    s.eval("value(x) := 7; left(x) := 7")
    assert s.nim(2).value == s.eval("*2") and s.nim(1).left == [0]


def test_values_of_another_session_are_written_and_read(s):
    other = Session()
    assert other.up == s.up and s.up + other.eval("*") == s.eval("up + *")
    assert s.outcome(other.nim(3), other.misere) == "N"
    other.eval("K(n) := <0|>")
    assert s.up != other.eval("x -> x")


def test_values_outlive_what_gives_memory_back(s):
    kept = [s.eval(f"<{n}|-{n},*>") for n in range(1, 20)]
    s.memory = "64MB"
    for n in range(3):
        s.eval(f"len([<n|-n, <n+{n}|*>> for n in 1..60000])")
    assert [str(g) for g in kept] == [f"<{n}|*,-{n}>" for n in range(1, 20)] or all(
        g == Session().eval(repr(g)) for g in kept
    )


def test_errors_say_what_where_and_what_to_do(s):
    with pytest.raises(Error) as caught:
        s.eval("1 +\n ½ + foo", name="mine.cg")
    error = caught.value
    assert error.code == "name::unknown" and "foo" in error.message and error.help
    assert error.place == ("mine.cg", 2, 6, 9, 12)
    assert "mine.cg:2:6" in str(error) and "\x1b[" in error.coloured and "\x1b[" not in str(error)
    with pytest.raises(Error) as caught:
        s.nim(-1)
    assert caught.value.place is None and "<python>" not in str(caught.value)
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.code, copied.place) == (error.code, error.place)
    # The session goes on, and keeps what was defined before the error.
    with pytest.raises(Error):
        s.eval("y := 5; 1/0")
    assert s.y == 5


def test_warnings_and_prints(s, capsys):
    s.eval('print("a"); print(*2)')
    assert capsys.readouterr().out == "a\n*2\n"
    s.eval("draw(nim(2))")
    assert capsys.readouterr().out


def test_limits(s):
    endless = "for n in 1..10^12 do check true end"
    quick = Session(timeout=0.2)
    with pytest.raises(Error) as caught:
        quick.eval(endless)
    assert caught.value.code == "limit::time"
    quick.timeout = None
    assert quick.timeout is None and quick.eval("1") == 1
    s.memory = "60MB"
    with pytest.raises(Error) as caught:
        s.eval("[<n|*n> for n in 1..10^8]")
    assert caught.value.code == "limit::memory"
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError):
            Session(timeout=wrong)
    with pytest.raises(ValueError, match="no size"):
        Session(memory="much")


def test_another_thread_may_interrupt(s):
    timer = threading.Timer(0.3, s.interrupt)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(Error) as caught:
        s.eval("for n in 1..10^12 do check true end")
    assert caught.value.code == "limit::interrupted" and time.monotonic() - begin < 20
    assert s.eval("1 + 1") == 2


def test_threads_share_a_session(s):
    found = []
    threads = [threading.Thread(target=lambda n=n: found.append((n, s.nim(n).value))) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(n for n, _ in found) == list(range(1, 9))
    assert all(value == s.eval(f"*{n}") for n, value in found)


def test_map_by_one_session_or_several():
    s = Session()
    s.eval("K(n) := <K(a) + K(n-k-a) for k in 1..2 for a in 0..n-k>")
    s["big"] = s.up + s.up
    with pytest.raises(Error):
        s.eval("later := 5; 1/0")
    for threads in (1, 3):
        assert s.map("n -> nim_value(K(n))", range(12), threads=threads) == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
        assert s.map(s.K, [1, 2], threads=threads) == [s.K(1), s.K(2)]
        assert s.map("g -> g + big + later", [s.up, 0], threads=threads) == [s.eval("3*up + 5"), s.eval("2*up + 5")]
        assert s.map(s.mean, [s.eval("<1|0>"), 2], threads=threads) == [Fraction(1, 2), 2]
        assert s.map("n -> n", [], threads=threads) == []
        with pytest.raises(Error) as caught:
            s.map("n -> 1/(n - 2)", range(100), threads=threads)
        assert caught.value.code == "number::division-by-zero"
    s.reset()
    with pytest.raises(Error):
        s.map("n -> K(n)", [1], threads=2)


def test_pictures_and_latex(s):
    assert s.eval("<2|-1/2>")._repr_latex_().startswith("$")
    assert s.latex([1, s.up]).startswith("[") or "up" in s.latex([1, s.up])
    assert s.up._repr_svg_() is None and s.up.svg().startswith("<svg")
    assert s.toads_frogs("TT_FF")._repr_svg_().startswith("<svg")
    assert s.thermograph(s.up)._repr_svg_().startswith("<svg")
    assert s.nim(2).svg().startswith("<svg")


def test_help_and_completion(s, capsys):
    s.help("grundy")
    assert capsys.readouterr().out.startswith("nim_value(p)")
    s.help("kailes")
    assert "kayles" in capsys.readouterr().out
    s.search("period")
    assert "period" in capsys.readouterr().out
    assert "outcome(" in s.complete("1 + outc")
    s.eval("½ + 1")
    assert s.complete("½ + outc", 8) == s.complete("outc")


def test_copies_and_pickles(s):
    up = s.up
    assert copy.deepcopy([up])[0] is up and copy.copy(up) is up
    for value in [up, s.nim(3, 4), s.kayles, s.nim_value, s.eval("x -> x + 1"), s.eval('domineering("..")'), s.misere]:
        again = pickle.loads(pickle.dumps(value))
        assert repr(again) == repr(value) and type(again) is type(value)
    assert pickle.loads(pickle.dumps(up)) == up and pickle.loads(pickle.dumps(s.eval("x -> x + 1")))(2) == 3
    for report in [s.thermograph(up), s.eval("table([[1, 2]])")]:
        with pytest.raises(TypeError, match="can"):
            pickle.dumps(report)


def test_resetting_forgets(s):
    up = s.up
    s.eval("x := 1")
    s.reset()
    assert s.definitions() == []
    with pytest.raises(Error, match="gone"):
        up + 1
    assert s.up > 0


def test_deep_recursion_is_no_crash(s):
    s.eval("f(n) := if n == 0 then 0 else f(n-1) + 1")
    assert s.f(10_000) == 10_000
    with pytest.raises(Error):
        s.eval("g(n) := g(n+1)\ng(0)")
    assert s.eval("1") == 1


def test_functions_of_the_language_are_methods(s):
    g = s.eval("<2|-1>")
    assert g.temperature() == s.temperature(g)
    assert g.cool(1) == s.cool(g, 1)
    assert s.domineering(3, 3).left_stop() == 1
    s.eval("twice(G) := 2 * G")
    assert g.twice() == g + g
    assert "temperature" in repr(g.temperature)
    assert not hasattr(g, "temperatur") and not hasattr(g, "nosuchname") and not hasattr(g, "kayles")
    with pytest.raises(AttributeError, match="did you mean `temperature`"):
        g.temperatur()


def test_the_module_has_a_session_of_its_own():
    from cgames import nim, up

    assert cgames.nim_value(nim(3, 4)) == 7 and up > 0 and cgames.eval("1/2") == Fraction(1, 2)
    assert cgames.default() is up.session and cgames.default() is not Session()
    with pytest.raises(AttributeError, match="did you mean `nim`"):
        cgames.nmi
    assert not hasattr(cgames, "_nosuchname")
    assert {"Session", "eval", "kayles"} <= set(dir(cgames))


def test_functions_say_what_they_take(s):
    outcome = inspect.signature(s.outcome)
    assert list(outcome.parameters) == ["p", "c", "starter"] and outcome.parameters["starter"].default is None
    assert inspect.signature(s.nim).parameters["heaps"].kind is inspect.Parameter.VAR_POSITIONAL
    assert s.outcome.__doc__.startswith("outcome(p") and "Bouton" in s.nim.__doc__
    s.eval("f(n, k = 2) := n^k")
    own = inspect.signature(s.f).parameters
    assert list(own) == ["n", "k"] and own["n"].default is inspect.Parameter.empty and own["k"].default is None
    assert s.f.__doc__ == "A function that was defined in the session."


def test_arguments_by_name_and_words_as_texts(s):
    p = s.nim(1, 1)
    assert s.outcome(p, "misere") == s.outcome(p, s.misere) == s.outcome(p, c="misere") == "N"
    assert s.solve(s.nim(3), "R").winner == s.nim(3).solve(starter="R").winner == "R"
    assert len(s.versus(s.nim(9), lambda_of(s, 0), lambda_of(s, 0), moves=1).positions) == 2
    s.eval("f(n, k = 2) := n^k")
    assert (s.f(3), s.f(3, k=4)) == (9, 81)
    s.eval("f(n, j = 2) := n + j")
    assert s.f(3, j=4) == 7 and s.outcome(p, "misere") == "N"
    assert s.subtraction({1, 2}, n=4) == s.eval("subtraction({1, 2}, 4)")
    with pytest.raises(Error) as caught:
        s.outcome(p, d=1)
    assert caught.value.code == "call::named-argument"
    with pytest.raises(Error):
        s.outcome(p, "misre")


def lambda_of(s, place):
    return s.eval(f"p -> options(p)[{place}]")


def test_operators_refuse_as_pythons_do(s):
    for wrong in [lambda: s.up / 2, lambda: s.up < "x", lambda: s.up + [1], lambda: "x" + s.up]:
        with pytest.raises(TypeError):
            wrong()


def test_limits_are_told_in_words_of_python():
    with pytest.raises(Error, match="session.timeout = 60") as caught:
        Session(timeout=0.05).eval("[x for x in 1..10^12 if x < 0]")
    assert caught.value.help.startswith("give it more: `session.timeout")
    assert repr(Session(timeout=2)) == "<Session, timeout=2, 0 definitions>"


def test_values_of_another_session_mean_what_they_meant():
    a, b = Session(), Session()
    a.eval("game g(n) := <g(n-1) if 1 <= n>; h(n) := k(n); k(n) := n + 1")
    b.eval("game g(n) := <g(n-1) if 1 <= n|>")
    assert a.g(3) != b.g(3) and len({a.g(3), b.g(3)}) == 2
    for ask in (lambda: a.g(3) - b.g(3), lambda: b.outcome(a.g(3)), lambda: b.take(a.g(3))):
        with pytest.raises(ValueError, match="`g` is defined differently"):
            ask()
    with pytest.raises(ValueError, match="`h` is not defined"):
        b.take(a.h)
    b.eval("h(n) := k(n); k(n) := n + 2")
    with pytest.raises(ValueError, match="`k` is defined differently"):
        b.take(a.h)
    b.eval("k(n) := n + 1")
    assert b.take(a.h)(1) == 2
    # A default may be a call.
    a.eval("f(n, m = k(2)) := n + m")
    with pytest.raises(ValueError, match="`f` is not defined"):
        b.take(a.f)
    # A name of a built-in stands for something else here.
    c = Session()
    c["up"] = 5
    with pytest.raises(ValueError, match="`up` is no built-in"):
        c.take(a.up)
    assert c.take(a.nim(3)) == c.nim(3) and c.eval("*") == a.nim(1)
    with pytest.raises(ValueError, match="`g`"):
        pickle.loads(pickle.dumps(a.g(3)))


def test_sharing_work_runs_definitions_and_nothing_else(tmp_path):
    s, path = Session(), tmp_path / "o.csv"
    s.eval(f'w := 2; write("{path}", [[1, 2]], replace = true)')
    path.write_text("mine")
    assert s.map("n -> n*w", [1, 2], threads=2) == [2, 4] and path.read_text() == "mine"
    with pytest.raises(Error):
        s.eval("a := 1; b := 1/0; c := 2")
    s["big"] = [1, 2]
    s["big"] = [3]
    assert s.map("n -> n + a + big[0]", [1, 2], threads=2) == [5, 6]
    assert repr(s) == "<Session, timeout=None, 3 definitions>"


def test_no_member_is_lost_on_the_way():
    s = Session()
    for text in ("{nim(3), nim(1,2)}", "tally(options(nim(2,2)))", 'dict([[nim(1,1), "a"], [nim(2,2), "b"]])', "{{nim(1,1), nim(2,2)}}"):
        assert len(s.eval(text)) == s.eval(f"len({text})")
    pairs = s.eval('dict([[nim(1,1), "a"], [nim(2,2), "b"]])')
    assert sorted(map(str, pairs)) == ["(nim(1, 1), 'a')", "(nim(2, 2), 'b')"]
    assert s.eval("{1, nim(3)}") == {1, s.nim(3)}


def test_a_key_is_found_again_when_its_rules_change():
    s = Session()
    s.eval("game h(n) := <h(n-1) if 1 <= n>")
    p = s.h(3)
    found = {p: 1}
    s.eval("game h(n) := <h(n-1) if 1 <= n|>")
    assert found[p] == 1


def test_ranges_are_given_as_ranges():
    s = Session(timeout=2)
    assert s.len(range(10**12)) == 10**12 and s.len(range(5, 5)) == 0
    assert s.text(range(10, 0, -3)) == "[10, 7, 4, 1]" and s.up != range(10**12)
    with pytest.raises(ValueError, match="too large"):
        s.len(range(10**30))


def test_positions_are_shown_without_being_solved():
    s = Session(timeout=5)
    assert s.cram(9, 9).latex().startswith("\\operatorname{cram}") and s.nim(3).latex() == "\\operatorname{nim}(3)"
    g = s.eval("graph <a -> b; b -> a>")
    assert repr(g.a) == "(graph <a -- b>).a" and pickle.loads(pickle.dumps(g.a)).outcome == g.a.outcome
    h = s.eval("graph <kind -> x1; x1 -> kind>")
    assert h["kind"].kind == "position" and s.path_graph(3)[2].kind == "position"


def test_python_looks_at_all_names():
    s = Session()
    assert not hasattr(s, "naturals") and len(inspect.getmembers(s)) > 400
    assert s.take({(1, 3)}, 2, 3) == s.eval("take({[1, 3]}, 2, 3)")
    with pytest.raises(AttributeError, match="zz"):
        s.zz = 3
    with pytest.raises(TypeError):
        3 in s
    with pytest.raises(TypeError, match="not NoneType"):
        s.eval(None)
    assert s.game([0, s.eval("*")], [1]) == s.eval("1/2") and f"{s.up:>4}" == "  up"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert 1 not in [s.eval("*")]


def test_what_hears_a_signal_cannot_ask_the_session_that_computes():
    s, heard = Session(), []

    def hear(*_):
        try:
            s.eval("1 + 1")
        except RuntimeError as error:
            heard.append(str(error))
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, hear)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(TimeoutError):
            s.eval("len([n for n in 1..10^12])")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert "signal handler" in heard[0] and s.eval("1 + 1") == 2


def test_a_thread_that_waits_is_no_harm_to_others_and_none_at_the_end():
    ends = """
import threading, time, cgames
s = cgames.Session()
threading.Thread(target=lambda: s.eval("for i in 1..10^7 do print(i) end"), daemon=True).start()
time.sleep(0.3)
"""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", ends], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 0, done.stderr
    deep = """
import threading, cgames
threading.stack_size(128 * 1024)
s, x = cgames.Session(), []
for _ in range(98): x = [x]
t = threading.Thread(target=lambda: s.text(x)); t.start(); t.join()
"""
    assert subprocess.run([sys.executable, "-c", deep], timeout=60).returncode == 0


def test_the_types_are_those_of_the_built_ins():
    source = (Path(__file__).parents[1] / "stubs").read_text(encoding="utf-8").replace("sys.path.pop(0)", "")
    names = {"__name__": "stubs"}
    exec(source, names)
    for file, text in names["stubs"]().items():
        written = Path(__file__).parents[1] / "cgames" / file
        assert written.read_text(encoding="utf-8") == text, "`python/stubs` writes it anew"


def test_colours_of_the_language():
    pygments = pytest.importorskip("pygments")
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name("cg")
    text = 'game f(n) := <f(n-k) for k in {1,3}> # heap\nnim_value(f(5)) + *2  #=> "x"\n'
    tokens = [(str(kind), token) for kind, token in lexer.get_tokens(text) if token.strip()]
    assert ("Token.Keyword", "game") in tokens and ("Token.Comment.Single", "# heap") in tokens
    assert ("Token.Name.Builtin", "nim_value") in tokens and ("Token.Literal.Number", "*2") in tokens
    assert "".join(token for _, token in lexer.get_tokens(text)) == text
    assert pygments.highlight(text, lexer, pygments.formatters.NullFormatter()) == text


def test_version():
    assert cgames.__version__.count(".") == 2


def test_games_are_played_by_lines_of_the_input(s, monkeypatch, capsys):
    lines = iter(["nim(1, 1)", "1"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert s.play(s.nim(1, 2)).winner == "L"
    assert "1  nim(0, 2)" in capsys.readouterr().out

    def end(prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    assert s.eval("play(nim(1, 2)).winner") is None

    def press_ctrl_c(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        s.eval("play(nim(1, 2))")
    assert s.eval("1 + 1") == 2


@pytest.mark.parametrize(("extension", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF-")])
@pytest.mark.parametrize("picture", ["up", "thermograph(<2|-1/2>)", "graph <a -> a>", "kayles", "2^1000"])
def test_pictures_for_papers(s, tmp_path, extension, magic, picture):
    file = tmp_path / f"x.{extension}"
    s.eval(f'draw({picture}, "{file.as_posix()}")')
    assert file.read_bytes().startswith(magic)


def test_an_interrupt_stops_all_who_help(s):
    def work():
        with pytest.raises(Error, match="interrupted"):
            s.map("n -> canonical(domineering(7, n))", [7, 7], threads=2)

    helped = threading.Thread(target=work)
    helped.start()
    while not s._helpers:
        time.sleep(0.01)
    time.sleep(0.3)
    s.interrupt()
    helped.join(20)
    assert not helped.is_alive()
    assert s.eval("1 + 1") == 2


def test_threads_make_no_difference(s):
    s["games"] = [s.up, {1: s.up}]
    s["report"] = s.thermograph(s.up)
    s["rows"] = s.table([[1, 2]])
    for f, xs in [
        ("n -> n + len(games)", [1, 2]),
        ("xs -> len(xs)", [[s.up], [s.up, s.up]]),
        ("pair -> pair[1]", {1: 2, 3: 4}),
    ]:
        assert s.map(f, xs, threads=2) == s.map(f, xs)
    assert s.map("n -> n^2", iter([1, 2])) == [1, 4]
    with pytest.raises(TypeError, match="a function of the language"):
        s.map("x := 3", [1])


def test_containers_of_another_session_are_taken(s):
    other = Session()
    assert repr(s.reverse([other.up, 1])) == "[1, up]"
    assert s.take([other.up, (other.up, {1: other.up})]) == [s.up, (s.up, {1: s.up})]
    assert s.take(other.table([[1, 2]], ["a", "b"])).rows == [[1, 2]]
    with pytest.raises(ValueError, match="stays in its session"):
        s.take(other.thermograph(other.up))


def test_what_lives_in_no_session_is_taken_as_it_is(s):
    other = Session()
    assert [s.take(x) for x in [other.up - other.up, Fraction(1, 2), True, "text", None]] == [0, Fraction(1, 2), True, "text", None]


def test_a_function_of_another_session_is_not_taken_for_one_of_the_same_name(s):
    other = Session()
    other.eval("F(n) := n + 100; c := 5")
    s.eval("F(n) := n + 1; c := 7")
    for f in [other.F, other.eval("n -> n + c")]:
        for threads in [1, 2]:
            with pytest.raises(ValueError, match="defined differently"):
                s.map(f, [1, 2], threads=threads)
    assert s.map(s.F, [1, 2], threads=2) == [2, 3]
    for threads in [1, 2]:
        with pytest.raises(TypeError, match="a function of the language"):
            s.map(lambda n: n, [1], threads=threads)
    with pytest.raises(ValueError, match="one thread or more"):
        s.map(s.F, [1], threads=0)


def test_errors_of_functions_without_a_name_quote_them(s):
    with pytest.raises(Error) as caught:
        s.map("n -> 1/n", [1, 0])
    assert "n -> 1/n" in str(caught.value) and caught.value.place.start == 5


def test_advice_is_about_python(s):
    for text, advice in [("nosuch", "session.search('nosuch')"), ("?nim", "session.help('nim')")]:
        with pytest.raises(Error) as caught:
            s.eval(text)
        assert advice in caught.value.help
    s.eval("ff(a, b) := a + b")
    with pytest.raises(Error) as caught:
        s.ff(1)
    assert "missing" in caught.value.help


def test_surreals_divide_numbers(s):
    assert 1 / s.omega == s.eval("1/omega") and abs(-s.omega) == s.omega


def test_what_dir_lists_is_there(s):
    for name in dir(s.nim(2)):
        if not name.startswith("_"):
            try:
                getattr(s.nim(2), name)
            except Error:
                pass
    s.eval("ff(a, b) := a + b")
    assert s.ff.__name__ == "ff" and list(inspect.signature(s.ff).parameters) == ["a", "b"]


def test_a_variable_is_what_it_was_last(s):
    rule = "game step(n) := <step(n - a) if a <= n>"
    s.eval(f"a := 3; {rule}")
    other = Session()
    other.eval(f"a := 2; a := 3; {rule}")
    assert repr(other.take(s.step(9))) == "step(9)"
    other.eval("a := a + 1")
    with pytest.raises(ValueError, match="defined differently"):
        other.take(s.step(9))


def test_what_is_equal_has_one_hash(s):
    for game, graph in [("*", "graph <1 -> 2>"), ("*2", "graph <1 -> 2, 3; 2 -> 3>"), ("0", "graph <1>")]:
        game, graph = s.eval(game), s.eval(graph)
        assert game == graph
        assert hash(game) == hash(graph)
    assert hash(s.path_graph(3)) == hash(s.path_graph(3))
    for graph in ["graph <1 -- 2; 2 -- 3>", "graph <1 -> 1>"]:
        vertex = s.eval(graph)[1]
        assert vertex == s.dud and {s.dud: 1}[vertex] == 1 and {s.dud: 1}[vertex.value] == 1
    assert s.nim(s.omega) + 1 == 1 + s.nim(s.omega)


def test_nothing_goes_both_ways(s):
    assert s.reverse([None, 1]) == [1, None]
    s["x"] = None
    assert s.x is None


def test_the_module_sets_limits_of_its_session():
    cgames.timeout = 1.5
    try:
        assert cgames.default().timeout == 1.5
    finally:
        cgames.timeout = None
    assert cgames.default().timeout is None
    with pytest.raises(AttributeError, match="is bound by"):
        cgames.something = 5

"""Draws programs of cg: functions, games of people's own, and questions about them. Most statements are well typed, so that
they go deep; a few have a value of a wrong kind, a wrong number of arguments, an unknown name, or recursion without an end."""

import random

# How tightly an expression binds, as in grammar/README.md.
CHOICE, OR, AND, NOT, COMPARISON, RANGE, SUM, PRODUCT, NEGATION, POWER, ATOM = range(11)

KINDS = ["small", "integer", "fraction", "boolean", "list", "lists", "set", "text", "value", "position"]
# Integers at which representations change.
EDGES = [2**k + d for k in (7, 8, 15, 31, 32, 47, 53, 59, 60, 61, 62, 63, 64, 100) for d in (-1, 0, 1)]
VALUES = ["0", "1", "-2", "1/2", "*", "*2", "*5", "up", "down", "^*", "^^", "+-1", "+-(1/4)", "<1|-1>", "<2|-1/2>", "<0|up>", "tiny(1)",
          "omega", "<0,*|1>", "<1||0|-1>", "<0|pass>", "on", "over", "inf(0,1)", "3/4"]
POSITIONS = ["nim(1)", "nim(2, 3)", "nim(1, 2, 3)", "kayles(4)", "form <0|1>", "form <0, *>", "form <1||0|-1>", "domineering(2, 2)",
             "wythoff(1, 2)", "subtraction({1, 3}, 5)"]


class Drawing:
    """One program: its statements, and the names that they have defined."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.statements = []
        self.locals = {kind: [] for kind in [*KINDS, "board"]}
        self.functions = []
        self.games = []
        # The games in whose rules there is no bar.
        self.impartial = set()
        # How often, of a thousand, an expression is replaced by one of a wrong kind.
        self.wrong = self.random.choice([0, 0, 4, 12])
        # Whether conditions fail for some states.
        self.traps = self.one_in(5)

    # --- Choices

    def one_in(self, n):
        return self.random.randrange(n) == 0

    def one_of(self, items):
        return self.random.choice(items)

    def weighted(self, *choices):
        """Calls one of some functions, each given with its weight before it."""
        return self.random.choices(choices[1::2], choices[0::2])[0]()

    def bound(self, **names):
        """Returns a context in which these names stand for values of a kind: `i="small"`."""
        return Bound(self, names)

    # --- Expressions, each a text and how tightly it binds

    def at(self, level, kind, depth):
        """Draws an expression of a kind that may stand where one of a level is wanted."""
        if self.random.randrange(1000) < self.wrong:
            kind = self.one_of(KINDS)
        text, binds = getattr(self, kind)(depth)
        return text if binds >= level and not self.one_in(40) else f"({text})"

    def any(self, depth):
        return self.at(CHOICE, self.one_of(KINDS), depth)

    def infix(self, kind, level, operators, depth, other=None):
        # Comparisons are not chained.
        left = self.at(level + (level == COMPARISON), kind, depth - 1)
        right = self.at(level + 1, other or kind, depth - 1)
        return f"{left}{self.one_of(operators)}{right}", level

    def call(self, name, *arguments):
        return f"{name}({', '.join(arguments)})", ATOM

    def local(self, kind):
        return self.one_of(self.locals[kind]), ATOM

    def choice(self, kind, depth):
        condition, then = self.at(OR, "boolean", depth - 1), self.at(OR, kind, depth - 1)
        return f"if {condition} then {then} else {self.at(CHOICE, kind, depth - 1)}", CHOICE

    def of_function(self, kind, depth):
        """Draws a call of a function that gives this kind, if there is one."""
        known = [f for f in self.functions if f[2] == kind]
        if not known:
            return getattr(self, kind)(0)
        name, parameters, _ = self.one_of(known)
        arguments = self.arguments(parameters, depth - 1)
        if len(arguments) == 1 and parameters == ["list"] and self.one_in(20):
            arguments = [f"xs = {arguments[0]}"]
        return self.call(name, *arguments)

    def arguments(self, kinds, depth):
        kinds = list(kinds)
        if self.random.randrange(1000) < self.wrong:
            self.one_of([kinds.clear, lambda: kinds.append("small"), kinds.reverse])()
        return [self.at(CHOICE, kind, depth) for kind in kinds]

    def small(self, depth):
        """An integer that may be a bound or a size."""
        if depth <= 0:
            if self.locals["small"] and not self.one_in(3):
                return self.local("small")
            return str(self.random.choices([0, 1, 2, 3, 4, 5, 6, 7, 9, -1, -2], [4, 6, 5, 4, 3, 2, 2, 1, 1, 1, 1])[0]), NEGATION
        return self.weighted(
            8, lambda: self.small(0),
            3, lambda: self.infix("small", SUM, [" + ", " - ", "-", "+"], min(depth, 2)),
            2, lambda: self.call("len", self.at(CHOICE, self.one_of(["list", "set", "list", "lists", "text"]), depth - 1)),
            1, lambda: self.call("mod", self.at(CHOICE, "integer", depth - 1), self.one_of(["2", "3", "5", "7", "-4"])),
            1, lambda: self.call(self.one_of(["min", "max"]), self.at(CHOICE, "small", depth - 1), self.at(CHOICE, "small", depth - 1)),
            1, lambda: self.call("div", self.at(CHOICE, "small", depth - 1), self.one_of(["2", "3", "2", "-2", "0"])),
            1, lambda: self.call("abs", self.at(CHOICE, "small", depth - 1)),
            1, lambda: self.choice("small", depth),
            1, lambda: self.call("count", self.at(CHOICE, "list", depth - 1), self.at(CHOICE, "small", depth - 1)),
        )

    def integer(self, depth):
        if depth <= 0:
            if self.locals["integer"] and not self.one_in(3):
                return self.local("integer")
            if self.one_in(12):
                number = self.one_of(EDGES)
                return str(-number if self.one_in(3) else number), NEGATION
            return self.small(0)
        inner = lambda: self.at(CHOICE, "integer", depth - 1)
        return self.weighted(
            5, lambda: self.small(depth),
            3, lambda: self.infix("integer", SUM, [" + ", " - "], depth),
            2, lambda: self.infix("integer", PRODUCT, ["*", " * "], depth),
            1, lambda: (f"-{self.at(POWER, 'integer', depth - 1)}", NEGATION),
            1, lambda: (f"{self.at(ATOM, 'integer', depth - 1)}^{self.one_of(['2', '3', '0', '1'])}", POWER),
            1, lambda: (f"2^{self.one_of(['10', '31', '61', '62', '63', '70'])}", POWER),
            2, lambda: self.call(self.one_of(["mod", "div", "mod", "div", "gcd"]), inner(), inner()),
            2, lambda: self.call(self.one_of(["min", "max"]), inner(), inner()),
            2, lambda: self.call(self.one_of(["sum_list", "sum_list", "max", "min"]), self.at(CHOICE, self.one_of(["list", "list", "set"]), depth - 1)),
            2, lambda: self.item("list", depth),
            1, lambda: self.call("last", self.at(CHOICE, "list", depth - 1)),
            1, lambda: self.choice("integer", depth),
            1, lambda: self.call("isqrt", self.at(CHOICE, "integer", depth - 1)),
            1, lambda: self.call("abs", inner()),
            1, lambda: self.call("mex", self.at(CHOICE, self.one_of(["set", "list"]), depth - 1)),
            1, lambda: self.call("floor", self.at(CHOICE, "fraction", depth - 1)),
            1, lambda: self.call("nim_sum", self.at(CHOICE, "small", depth - 1), self.at(CHOICE, "small", depth - 1)),
            4, lambda: self.of_function("integer", depth),
            1, lambda: self.call("nim_value", self.at(CHOICE, "position", depth - 1)),
        )

    def fraction(self, depth):
        if depth <= 0:
            return self.local("fraction") if self.locals["fraction"] and self.one_in(2) else (self.one_of(["1/2", "-3/4", "2/3", "7/5", "0.25"]), PRODUCT)
        return self.weighted(
            2, lambda: self.fraction(0),
            2, lambda: self.infix("integer", PRODUCT, ["/", " / "], depth),
            2, lambda: self.infix("fraction", SUM, [" + ", " - "], depth, self.one_of(["fraction", "small"])),
            1, lambda: self.infix("fraction", PRODUCT, ["*", "/"], depth),
            1, lambda: self.call(self.one_of(["min", "max"]), self.at(CHOICE, "fraction", depth - 1), self.at(CHOICE, "small", depth - 1)),
            1, lambda: self.call("sum_list", self.comprehension("[", "fraction", depth)[0]),
            1, lambda: self.choice("fraction", depth),
            1, lambda: self.of_function("fraction", depth),
        )

    def boolean(self, depth):
        if depth <= 0:
            if self.locals["boolean"] and not self.one_in(3):
                return self.local("boolean")
            if self.locals["small"] and not self.one_in(4):
                return f"{self.local('small')[0]} {self.one_of(['<', '<=', '==', '!=', '>', '>='])} {self.small(0)[0]}", COMPARISON
            return self.one_of(["true", "false"]), ATOM
        same = lambda: self.one_of(["list", "set", "text", "lists", "boolean", "fraction"])

        def equal():
            kind = same()
            return self.infix(kind, COMPARISON, [" == ", " != "], depth)

        return self.weighted(
            6, lambda: self.infix(self.one_of(["small", "integer", "small"]), COMPARISON, [" == ", " != ", " < ", " <= ", " > ", " >= "], depth),
            1, lambda: self.infix("fraction", COMPARISON, [" == ", " < ", " <= ", " > "], depth, self.one_of(["fraction", "small"])),
            1, lambda: self.infix("value", COMPARISON, [" == ", " < ", " <= ", " >= ", " || ", " <| ", " |> ", " != "], min(depth, 2)),
            2, equal,
            2, lambda: self.infix("boolean", AND, [" and "], depth),
            2, lambda: self.infix("boolean", OR, [" or "], depth),
            1, lambda: (f"not {self.at(NOT, 'boolean', depth - 1)}", NOT),
            3, lambda: self.call(self.one_of(["all", "any"]), self.comprehension("[", "boolean", depth)[0]),
            2, lambda: self.call("contains", self.at(CHOICE, self.one_of(["list", "set"]), depth - 1), self.at(CHOICE, "small", depth - 1)),
            1, lambda: self.call("is_subset", self.at(CHOICE, "set", depth - 1), self.at(CHOICE, "set", depth - 1)),
            1, lambda: self.choice("boolean", depth),
            3, lambda: self.boolean(0),
            1, lambda: self.of_function("boolean", depth),
            1, lambda: (f"outcome({self.at(CHOICE, 'position', depth - 1)}) {self.one_of(['==', '!='])} {self.one_of('NPLR')}", COMPARISON),
        )

    def item(self, kind, depth):
        inside = {"list": "small", "lists": "list"}[kind]
        index = self.weighted(3, lambda: self.one_of(["0", "1", "2"]), 2, lambda: self.at(CHOICE, "small", depth - 1))
        assert inside
        return f"{self.at(ATOM, kind, depth - 1)}[{index}]", ATOM

    def range(self, depth):
        text = f"{self.at(SUM, 'small', min(depth - 1, 1))}..{self.at(SUM, 'small', min(depth - 1, 1))}"
        return f"{text} by {self.one_of(['2', '3', '-1', '1', '0'])}" if self.one_in(12) else text, RANGE

    def clauses(self, depth):
        """Draws `for` and `if`, and returns them with the names that they bind."""
        text, names = "", {}
        for name in ["i", "j"][: self.random.choice([1, 1, 1, 2])]:
            with self.bound(**names):
                source = self.weighted(
                    4, lambda: (self.range(depth)[0], "small"),
                    2, lambda: (self.at(RANGE, "list", depth - 1), "integer"),
                    1, lambda: (self.at(RANGE, "set", depth - 1), "integer"),
                    1, lambda: (self.at(RANGE, "lists", depth - 1), "list"),
                )
            if source[1] == "list" and self.one_in(2):
                text += f" for ({name}, k) in {source[0]}"
                names |= {name: "integer", "k": "integer"}
            else:
                text += f" for {name} in {source[0]}"
                names[name] = source[1]
            if self.one_in(3):
                with self.bound(**names):
                    text += f" if ({self.at(CHOICE, 'boolean', depth - 1)})" if self.one_in(2) else self.safe_filter()
        return text, names

    def safe_filter(self):
        return f" if {self.at(SUM, 'small', 1)} {self.one_of(['==', '!=', '<=', '>='])} {self.at(SUM, 'small', 1)}"

    def comprehension(self, bracket, kind, depth):
        clauses, names = self.clauses(depth)
        with self.bound(**names):
            item = self.at(CHOICE if bracket == "[" else SUM, kind, depth - 1)
        return f"{bracket}{item}{clauses}{']' if bracket == '[' else '}'}", ATOM

    def list(self, depth):
        if depth <= 0:
            if self.locals["list"] and not self.one_in(4):
                return self.local("list")
            return self.one_of(["[]", "[1]", "[0, 1]", "[2, 1, 3]", "[1, 1, 0]", "[5, 0, -1, 2]", "[3, 2, 2, 1]"]), ATOM
        inner = lambda: self.at(CHOICE, "list", depth - 1)
        return self.weighted(
            4, lambda: self.list(0),
            2, lambda: (f"[{', '.join(self.at(CHOICE, 'integer', depth - 1) for _ in range(self.random.randrange(4)))}]", ATOM),
            5, lambda: self.comprehension("[", "integer", depth),
            2, lambda: self.infix("list", SUM, [" + "], depth),
            3, lambda: (f"{self.at(ATOM, 'list', depth - 1)}[{self.range(depth)[0]}]", ATOM),
            1, lambda: (f"{self.at(ATOM, 'list', 0)}[1..{self.one_of(['len', 'len', 'sum_list'])}({self.at(CHOICE, 'list', 0)})-1]", ATOM),
            3, lambda: self.call("replace_at", inner(), self.at(CHOICE, "small", depth - 1), self.at(CHOICE, "integer", depth - 1)),
            2, lambda: self.call(self.one_of(["sort", "reverse", "unique"]), inner()),
            1, lambda: self.range(depth),
            1, lambda: self.call("map", self.function("integer", depth), inner()),
            1, lambda: self.call("filter", self.function("boolean", depth), inner()),
            1, lambda: self.choice("list", depth),
            1, lambda: self.item("lists", depth),
            2, lambda: self.of_function("list", depth),
        )

    def function(self, kind, depth):
        with self.bound(x="small"):
            return f"x -> {self.at(CHOICE, kind, depth - 1)}"

    def lists(self, depth):
        if depth <= 0:
            return self.local("lists") if self.locals["lists"] else ("[[0, 1], [1, 2], [2, 0]]", ATOM)
        return self.weighted(
            2, lambda: self.lists(0),
            2, lambda: self.comprehension("[", "list", depth),
            1, lambda: self.call("zip", self.at(CHOICE, "list", depth - 1), self.at(CHOICE, "list", depth - 1)),
            1, lambda: self.infix("lists", SUM, [" + "], depth),
            1, lambda: (f"[{self.at(CHOICE, 'list', depth - 1)}, {self.at(CHOICE, 'list', depth - 1)}]", ATOM),
            1, lambda: self.call("splits", self.one_of(["3", "4", "5", "6"])),
            1, lambda: self.call("sort", self.at(CHOICE, "lists", depth - 1)),
        )

    def set(self, depth):
        if depth <= 0:
            if self.locals["set"] and not self.one_in(4):
                return self.local("set")
            return self.one_of(["{}", "{1}", "{0, 1}", "{1, 3, 4}", "{2, 1, 2}"]), ATOM
        inner = lambda: self.at(CHOICE, "set", depth - 1)
        return self.weighted(
            3, lambda: self.set(0),
            1, lambda: (f"{{{', '.join(self.at(SUM, 'integer', depth - 1) for _ in range(self.random.randrange(4)))}}}", ATOM),
            3, lambda: self.comprehension("{", "integer", depth),
            3, lambda: self.call(self.one_of(["union", "intersection", "difference"]), inner(), inner()),
            1, lambda: self.choice("set", depth),
            1, lambda: self.of_function("set", depth),
        )

    def text(self, depth):
        if depth <= 0:
            return self.local("text") if self.locals["text"] and self.one_in(2) else (self.one_of(['"a"', '"ab"', '""', '"x.o"']), ATOM)
        return self.weighted(
            3, lambda: self.text(0),
            2, lambda: self.infix("text", SUM, [" + "], depth),
            2, lambda: self.call("text", self.any(depth - 1)),
            1, lambda: self.call("join", self.comprehension("[", "text", depth)[0], '"-"'),
            1, lambda: self.choice("text", depth),
            1, lambda: self.of_function("text", depth),
        )

    def side(self, depth):
        def option():
            if self.one_in(2):
                return self.at(SUM, "value", depth - 1)
            clauses, names = self.clauses(min(depth - 1, 1))
            with self.bound(**names):
                return self.at(SUM, self.one_of(["value", "small"]), min(depth - 1, 1)) + clauses

        return ", ".join(option() for _ in range(self.random.choice([0, 1, 1, 2])))

    def value(self, depth):
        if depth <= 0:
            return self.local("value") if self.locals["value"] and self.one_in(2) else (self.one_of(VALUES), SUM)
        return self.weighted(
            3, lambda: self.value(0),
            2, lambda: self.infix("value", SUM, [" + ", " - "], min(depth, 2)),
            1, lambda: (f"-{self.at(POWER, 'value', depth - 1)}", NEGATION),
            1, lambda: (f"{self.at(ATOM, 'small', 0)} * {self.at(NEGATION, 'value', min(depth - 1, 1))}", PRODUCT),
            2, lambda: (f"<{self.side(min(depth, 2))}|{self.side(min(depth, 2))}>", ATOM),
            1, lambda: (f"<{self.side(min(depth, 2)) or '0'}>", ATOM),
            2, lambda: self.call("value", self.at(CHOICE, "position", depth - 1)),
            1, lambda: self.choice("value", depth),
            1, lambda: self.call("sum_list", self.comprehension("[", "value", min(depth, 2))[0]),
            2, lambda: self.of_function("value", depth),
        )

    def position(self, depth):
        if depth <= 0 or not self.games:
            return self.local("position") if self.locals["position"] and self.one_in(2) else (self.one_of(POSITIONS), ATOM)
        return self.weighted(
            12, self.start,
            2, lambda: self.infix("position", SUM, [" + ", " - "], 1),
            1, lambda: (f"-{self.at(POWER, 'position', depth - 1)}", NEGATION),
            1, lambda: (f"{self.one_of(['2', '3', '0'])} * {self.at(NEGATION, 'position', depth - 1)}", PRODUCT),
            1, lambda: (f"({self.start()[0]} + {self.at(SUM, 'value', 0)})", ATOM),
            1, lambda: self.position(0),
            1, lambda: self.choice("position", 2),
        )

    # --- Games: a state is small, and a move makes its measure smaller, most of the time

    def start(self, largest=7):
        """Draws a position of a game of this program to begin with."""
        name, kinds = self.one_of(self.games)
        return self.call(name, *(self.state(kind, largest) for kind in kinds))

    def state(self, kind, largest):
        draw = self.random.randrange
        if self.locals["small"] and kind == "heap" and self.one_in(4):
            return self.one_of(self.locals["small"])
        if self.random.randrange(1000) < self.wrong:
            return self.any(1)
        if kind == "heap":
            return str(draw(largest + 1))
        if kind == "number":
            return self.one_of(["0", "1", "2", "3", "5", "9", "omega", "omega + 3", "omega*2", "10^18", "10^30"])
        if kind == "boolean":
            return self.one_of(["true", "false"])
        if kind == "text":
            return self.one_of(['""', '"a"', '"ba"'])
        if kind == "lists":
            return f"[{', '.join(f'[{draw(3)}, {draw(3)}]' for _ in range(draw(4)))}]"
        if kind == "board":
            rows, columns = self.one_of([(1, 3), (2, 2), (1, 5), (2, 3), (3, 2)])
            letters = self.one_of([".", ".xo", "xo", "..#x"])
            cells = "/".join("".join(self.one_of(letters) for _ in range(columns)) for _ in range(rows))
            return self.one_of([f'board("{cells}")', f'board("{cells}")', f"board({rows}, {columns})", f'board({rows}, {columns}, "xo")'])
        items = ", ".join(str(draw(4)) for _ in range(draw(5)))
        return f"[{items}]" if kind == "list" else f"{{{items}}}"

    def game(self):
        draw = self.random.randrange
        name = f"g{len(self.games)}"
        kinds = self.one_of([["heap"]] * 3 + [["heap", "heap"]] * 2 + [["heap", "heap", "heap"], ["list"], ["list"], ["list", "heap"], ["set"],
                             ["set", "heap"], ["heap", "text"], ["heap", "boolean"], ["list", "boolean"], ["lists"], ["heap", "set"], ["board"], ["board"], ["board", "heap"]])
        names = [f"{'n' if kind == 'heap' else {'list': 'xs', 'set': 's', 'text': 'w', 'boolean': 'b', 'lists': 'ps', 'board': 'c'}[kind]}" for kind in kinds]
        names = [f"{n}{i}" if names.count(n) > 1 else n for i, n in enumerate(names)]
        # With sums, or with texts that grow, play that comes back would have no end of positions.
        loopy = self.one_in(6)
        parameters = dict(zip(names, ("small" if kind == "heap" else kind for kind in kinds)))

        def to(**changed):
            """Draws the position after a move in which these parameters have changed; others change a little at times."""
            arguments = []
            for n, kind in zip(names, kinds):
                argument = changed.get(n, n)
                if n not in changed and kind == "boolean" and self.one_in(2):
                    argument = self.one_of(["true", "false", f"not {n}"])
                if n not in changed and kind == "text" and not loopy and self.one_in(2):
                    argument = f'{n} + "a"'
                if n not in changed and kind == "heap" and len(names) > 1 and self.one_in(6):
                    argument = f"min({n}, {self.at(CHOICE, 'small', 1)})"
                if self.random.randrange(1000) < self.wrong:
                    argument = self.any(1)
                arguments.append(argument)
            return f"{name}({', '.join(arguments)})"

        def condition(*parts):
            parts = [*parts, *([self.at(AND, "boolean", 2)] if self.one_in(4) else [])]
            if self.traps and self.one_in(3):
                number = self.at(ATOM, "small", 0)
                parts.append(self.one_of([f"1/({number} - 2) != 0", f"[1, 0, 1][{number}] == 1", f"mod(3, {number} - 1) != 5",
                                          f"contains({number}, 1)", f"{number} and true"]))
            return f" if ({' and '.join(parts)})" if parts else ""

        def heap_move(n):
            k = self.one_of(["1", "2", "3"])
            if loopy and self.one_in(2):
                return f"{to(**{n: f'mod({n}+{k}, {self.random.randrange(3, 8)})'})}{condition()}"
            return self.weighted(
                4, lambda: f"{to(**{n: f'{n}-k'})} for k in 1..{self.one_of(['3', n, '4', f'min({n}, 3)'])}{self.one_of([f' if k <= {n}', condition(f'k <= {n}')])}",
                2, lambda: f"{to(**{n: f'{n} - k'})} for k in {self.one_of(['{1, 3}', '[2, 1]', '{1, 2, 4}', '1..2'])}{condition(f'k <= {n}')}",
                3, lambda: f"{to(**{n: f'{n}-{k}'})} if {n} >= {k}",
                0.2, lambda: f"{to(**{n: f'{n}-{k}'})}{condition()}",
                2, lambda: f"{to(**{n: f'div({n}, 2)'})} if {n} >= 1",
                0 if loopy else 2, lambda: f"{to(**{n: 'a'})} + {to(**{n: f'{n}-{k}-a'})} for a in 0..{n}-{k}{condition()}",
                0 if loopy else 1, lambda: f"{to(**{n: 'a'})} + {to(**{n: f'{n}-a'})} for a in 1..{n}-1{condition('a != 2') if self.one_in(3) else ''}",
                1, lambda: f"{to(**{n: 'a'})} for a in {self.at(RANGE, self.one_of(['list', 'set']), 1)}{condition(f'0 <= a', f'a < {n}')}",
                1, lambda: f"(if {self.at(OR, 'boolean', 2)} then {to(**{n: f'{n}-1'})} else {self.one_of([to(**{n: f'{n}-2'}), '*', '0', 'up'])}) if {n} >= 2",
                1, lambda: f"{to(**{n: f'{n}-i-j'})} for i in 1..2 for j in i..{n}-1 if i + j <= {n}",
            )

        any_list = lambda: self.at(SUM, "list", 2)

        def list_move(xs):
            return self.weighted(
                3, lambda: f"{to(**{xs: f'replace_at({xs}, i, {xs}[i]-k)'})} for i in 0..len({xs})-1 for k in 1..{xs}[i]{condition()}",
                2, lambda: f"{to(**{xs: f'{xs}[1..len({xs})-1]'})}{condition(f'len({xs}) > 0')}",
                2, lambda: f"{to(**{xs: f'{xs}[0..len({xs})-2]'})} if len({xs}) >= {self.one_of(['1', '2'])}",
                2, lambda: f"{to(**{xs: f'[{xs}[j] for j in 0..len({xs})-1 if j != i]'})} for i in 0..len({xs})-1{condition()}",
                1, lambda: f"{to(**{xs: f'[x for x in {xs} if x != y]'})} for y in {xs}{condition()}",
                2, lambda: f"{to(**{xs: f'({any_list()})[0..len({xs})-2]'})} if {xs} != []",
                1, lambda: f"{to(**{xs: f'sort({xs}[1..len({xs})-1])'})} if {xs} != []",
                1, lambda: f"{to(**{xs: f'{xs}[0..i-1]'})} + {to(**{xs: f'{xs}[i+1..len({xs})-1]'})} for i in 0..len({xs})-1{condition(f'{xs}[i] > 0')}",
                1, lambda: f"{to(**{xs: f'[if j == i then 0 else min({xs}[j], k) for j in 0..len({xs})-1]'})} for i in 0..len({xs})-1 for k in 0..{xs}[i]-1",
                1, lambda: f"{to(**{xs: f'replace_at(replace_at({xs}, i, {xs}[i+1]), i+1, {xs}[i])'})} for i in 0..len({xs})-2{condition(f'{xs}[i] < {xs}[i+1]')}",
            )

        def board_move(c):
            place = self.one_of(["x", "o", "#"])
            free = lambda: condition(f'{self.one_of(["all", "any"])}([{c}[q] != "{place}" for q in neighbours({c}, p)])') if self.one_in(2) else condition()
            return self.weighted(
                3, lambda: f"{to(**{c: f'replace_at({c}, p, {chr(34)}{place}{chr(34)})'})} for p in cells({c}, {chr(34)}.{chr(34)}){free()}",
                3, lambda: f'{to(**{c: f"replace_at({c}, [[p, {chr(34)}.{chr(34)}], [q, {chr(34)}x{chr(34)}]])"})} for p in cells({c}, "x") '
                           f'for q in neighbours({c}, p) if {c}[q] == "o"',
                1, lambda: f'{to(**{c: f"replace_at({c}, [[p, {chr(34)}#{chr(34)}], [q, {chr(34)}#{chr(34)}]])"})} for p in cells({c}, ".") '
                           f'for q in ray({c}, p, {self.one_of(["[0, 1]", "[1, 0]", "[1, 1]"])}, ".")',
                1, lambda: f'sum_list([{to(**{c: "d"})} for d in parts(replace_at({c}, p, "#"), ".xo")]) for p in cells({c}, ".o")',
            )

        def set_move(s):
            return self.weighted(
                4, lambda: f"{to(**{s: f'difference({s}, {{x}})'})} for x in {s}{condition()}",
                2, lambda: f"{to(**{s: f'{{y for y in {s} if y < x}}'})} for x in {s}{condition()}",
                1, lambda: f"{to(**{s: f'{{y - 1 for y in {s} if y != 0}}'})} if {s} != {{}}",
                1, lambda: f"{to(**{s: f'difference({s}, {{x, y}})'})} for x in {s} for y in {s}{condition('x < y')}",
                1, lambda: f"{to(**{s: f'union(difference({s}, {{x}}), {{x - 1}})'})} for x in {s}{condition('x > 0')}",
            )

        def lists_move(ps):
            return self.weighted(
                2, lambda: f"{to(**{ps: f'[q for q in {ps} if q != p]'})} for p in {ps}{condition()}",
                2, lambda: f"{to(**{ps: f'[q for q in {ps} if q[0] != a and q[1] != b]'})} for (a, b) in {ps}{condition()}",
                1, lambda: f"{to(**{ps: f'{ps}[1..len({ps})-1]'})} if {ps} != []",
            )

        def other_move():
            return self.weighted(
                2, lambda: self.at(SUM, "value", 0),
                0.3, lambda: "pass" + condition(),
                2, lambda: self.at(SUM, "value", 1) + condition(),
                1, lambda: self.at(SUM, "position", 0),
                2, lambda: (self.start(3)[0] if self.games else "*") + condition(),
                1, lambda: self.at(SUM, self.one_of(KINDS), 1) + condition(),
            )

        def move():
            places = [n for n, kind in zip(names, kinds) if kind not in ("text", "boolean")]
            if self.one_in(12):
                return other_move()
            n = self.one_of(places)
            text = {"heap": heap_move, "list": list_move, "set": set_move, "lists": lists_move, "board": board_move}[kinds[names.index(n)]](n)
            if self.one_in(20):
                return "-" + text
            return text

        def side():
            return ", ".join(move() for _ in range(self.random.choice([1, 1, 2])))

        with self.bound(**parameters):
            body = self.weighted(
                6, lambda: f"<{side()}>",
                5, lambda: f"<{side()} | {side()}>",
                1, lambda: f"if {self.at(OR, 'boolean', 2)} then <{side()}>",
                1, lambda: f"if {self.at(OR, 'boolean', 2)} then <{side()}> else {self.one_of(['<' + side() + ' | ' + side() + '>', '0', '*2', 'nim(2)', 'up'])}",
            )
        if kinds == ["board"] and body[-1] == ">" and self.one_in(3):
            body += self.one_of([" with symmetry", " with symmetry", " with symmetry and mirror", ' with mirror("xo", "ox")'])
        if self.one_in(60):
            body = f"<{to(**{names[0]: names[0]})}, {body[1:]}" if body[0] == "<" else body
        self.games.append((name, kinds))
        if "|" not in body:
            self.impartial.add(name)
        return f"game {name}({', '.join(names)}) := {body}"

    def law(self):
        """Draws a game on numbers whose options may have no end."""
        name = f"g{len(self.games)}"
        one, two = self.one_of([True, False]), None
        condition = lambda *names: self.one_of(["", "", f" if {self.one_of(names)} != {self.random.randrange(4)}", f" if 0 < {self.one_of(names)}",
                                                f" if mod({self.one_of(names)}, 2) == {self.random.randrange(2)}"])
        if one:
            moves = [f"{name}(b) for b below a{condition('b', 'a')}", f"{name}(b) for b below a - {self.one_of('123')}{condition('b')}",
                     f"{name}(a-{self.one_of('12')}) if {self.one_of('12')} <= a", f"{name}(b) for b in 0..a-1{condition('b', 'a')}",
                     f"{name}(n) for n in naturals if n < a", f"{name}(div(a, 2)) if 0 < a", f"{name}(b) + {name}(a-1-b) for b in 0..a-1"]
        else:
            moves = [f"{name}(c, b) for c below a{condition('c', 'b')}", f"{name}(a, c) for c below b{condition('c', 'a')}",
                     f"{name}(a, b-1) if 0 < b", f"{name}(a-1, n) for n in naturals if 0 < a", f"{name}(a-1, 2*n+1) for n in naturals if b == 0 and 0 < a",
                     f"{name}(c, n) for c below a for n in naturals", f"{name}(c, b + 1) for c below a"]
        body = ", ".join(self.random.sample(moves, self.random.choice([1, 2])))
        if self.one_in(5):
            body += " | " + self.one_of(moves)
        self.games.append((name, ["number"] if one else ["number", "number"]))
        return f"game {name}({'a' if one else 'a, b'}) := <{body}>"

    # --- Functions: recursion goes to smaller arguments, most of the time

    def plain_function(self):
        name = f"f{len(self.functions)}"
        result = self.one_of(["integer"] * 5 + ["boolean", "list", "set", "text", "fraction", "value", "small"])
        kind = "integer" if result == "small" else result
        shape = self.random.randrange(7)
        if shape == 0:
            kinds = [self.one_of(["small", "list", "set", "boolean", "integer"]) for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
            names = ["a", "b", "c"][: len(kinds)]
            with self.bound(**dict(zip(names, kinds))):
                body = self.at(CHOICE, kind, 3)
            head = f"{name}({', '.join(names)})"
        else:
            # The calls of itself are names of their kind while the body is drawn.
            kinds, names, base, calls = self.one_of([
                (["small"], ["n"], "n <= 0", [f"{name}(n-1)", f"{name}(n - 2)", f"{name}(div(n, 2))"]),
                (["small"], ["n"], "n < 2", [f"{name}(n-1)", f"{name}(n-2)"]),
                (["small", "small"], ["n", "m"], "n <= 0 or m <= 0", [f"{name}(n-1, m)", f"{name}(n, m-1)", f"{name}(n-1, m-1)"]),
                (["small", "small"], ["n", "m"], "n <= 0", [f"{name}(n-1, m)", f"{name}(n-2, m+1)", f"{name}(n - 1, n)"]),
                (["list"], ["xs"], "xs == []", [f"{name}(xs[1..len(xs)-1])", f"{name}(xs[0..len(xs)-2])"]),
                (["list", "small"], ["xs", "n"], "xs == [] or n <= 0", [f"{name}(xs[1..len(xs)-1], n-1)", f"{name}(replace_at(xs, 0, n), n-1)"]),
                (["set"], ["s"], "s == {}", [f"{name}(difference(s, {{s[0]}}))"]),
            ])
            if self.random.randrange(1000) < self.wrong:
                base = "false"
            with self.bound(**dict(zip(names, kinds))):
                then = self.at(OR, kind, 1)
                with self.bound(**{call: kind for call in self.random.sample(calls, min(len(calls), self.random.choice([1, 2])))}):
                    rest = self.at(CHOICE, kind, 3)
                if "f" not in rest and kind in ("integer", "fraction", "list", "text", "value"):
                    rest = f"{calls[0]} + {self.at(PRODUCT, kind, 1)}"
            body = f"if {base} then {then} else {rest}"
            head = f"{name}({', '.join(names)})"
        self.functions.append((name, kinds, kind))
        return f"{head} := {body}"

    def variable(self):
        kind = self.one_of(KINDS)
        name = f"v{len(self.statements)}"
        text = f"{name} := {self.at(CHOICE, kind, 3)}"
        self.locals[kind].append(name)
        return text

    def loop(self):
        kind = self.one_of(["integer", "list", "integer", "text", "set"])
        known = [name for name in self.locals[kind] if name.startswith("v")]
        clause = self.weighted(
            3, lambda: (f"i in {self.range(1)[0]}", {"i": "small"}),
            1, lambda: (f"i in {self.at(RANGE, self.one_of(['list', 'set']), 2)}", {"i": "integer"}),
            1, lambda: ("(i, j) in [[1, 2], [3, 4]]", {"i": "small", "j": "small"}),
        )
        with self.bound(**clause[1]):
            if known and not self.one_in(4):
                name = self.one_of(known)
                operator = "+" if kind != "set" else None
                more = self.at(PRODUCT, kind, 2)
                step = f"{name} := {name} {operator} {more}" if operator else f"{name} := union({name}, {more})"
            else:
                step = self.one_of([f"print({self.any(2)})", f"check {self.at(CHOICE, 'boolean', 2)}", self.any(2)])
            second = f"; print({self.any(1)})" if self.one_in(3) else ""
        return f"for {clause[0]} do {step}{second} end"

    # --- Questions

    def question(self):
        p = self.start()[0] if not self.one_in(5) else self.at(CHOICE, "position", 2)
        (name, kinds), bound = self.one_of(self.games), self.one_of(["6", "9", "5", "12"])
        if name in self.impartial and len(kinds) == 1 and self.one_in(3):
            bound = self.one_of(["30", "50"])
        heaps = all(kind == "heap" for kind in kinds)
        rest = "".join(", " + self.state(kind, 4) for kind in kinds[1:])
        family = f"{name}(n{rest})" if kinds[0] in ("heap", "number") else None
        questions = [
            f"outcome({p})", f"outcome({p})", f"nim_value({p})", f"value({p})", p, f"outcome({p}, misere)", f"options({p})", f"left_options({p})",
            f"right_options({p})", f"winning_moves({p})", f"remoteness({p})", f"is_loopy({p})", f"is_impartial({p})", f"[{p}]",
            f"outcomes({p})", f"best_moves({p})", f"suspense({p})", f"distance({p})", f"gamma({p})", f"len(options({p}))", f"text({p})",
            f"{p} + {self.at(SUM, 'value', 0)}", f"outcome({p} + nim(2))", f"same({p}, {self.start()[0]})", f"{p} == {self.start()[0]}",
            f"who_wins({p})", f"solve({p})", f"mean({p})", f"temperature({p})", f"stops({p})", f"canonical({p})", f"impartial({p})",
            f"outcome({p}, {self.one_of(['L', 'R', 'misere, L'])})", f"[q for q in options({p}) if outcome(q) == P]", f"remoteness({p}, misere)",
            f"[nim_value(q) for q in options({p})]", f"winning_moves({p}, misere)", f"sum(conj, {p}, nim(2))", f"genus({p})",
            f"max([nim_value(q) for q in options({p})])", f"explain(outcome({p}))", f"{p} <= {self.at(SUM, 'value', 0)}", f"birthday({p})",
            f"any([outcome(q) == P for q in left_options({p})])",
        ]
        if family:
            questions += [
                f"[outcome({family}) for n in 0..{bound}]", f"[nim_value({family}) for n in 0..{bound}]", f"[value({family}) for n in 0..{bound}]",
                f"len([n for n in 0..{bound} if outcome({family}) == P])", f"[n for n in 0..{bound} if outcome({family}, misere) == P]",
                f"[remoteness({family}) for n in 0..{bound}]", f"{{{family} for n in 0..{bound}}}", f"sum_list([{family} for n in 0..3])",
                f"all([outcome({family}) != D for n in 0..{bound}])", f"[{family} for n in 0..{bound}]", f"any([nim_value({family}) > 2 for n in 0..{bound}])",
                f"sequence(n -> {family}, {bound})", f"table(n -> outcome({family}), 0..{bound})",
            ] * 2
        if heaps and len(kinds) <= 3:
            most = ["60" if name in self.impartial else "20", "7", "4"][len(kinds) - 1]
            questions += [f"p_positions({name}, {most})", f"p_positions({name}, {most}, misere)"] * 3
            if len(kinds) == 1:
                questions += [f"sequence({name}, {most})", f"values({name}, {most})", f"period({name}, 30)"] * 3
            if len(kinds) == 2:
                questions += [f"[[nim_value({name}(a, b)) for b in 0..5] for a in 0..5]", f"[outcome({name}(a, b)) for a in 0..4 for b in 0..4 if a <= b]"] * 3
        return self.one_of(questions)

    def other_rule(self):
        """Draws a question about rules that are no games of their own: graphs, and epidemics with their growth."""
        with self.bound(k="small"):
            growth = self.at(CHOICE, "small", 2)
            with self.bound(n="small"):
                condition, number = self.at(CHOICE, "boolean", 1), self.at(SUM, "small", 1)
        ask = self.one_of(["outcome", "nim_value", "remoteness", "gamma", "value", "options"])
        return self.one_of([
            f"{ask}((graph <n -> (n - k for k in {self.one_of(['1..2', '{1, 3}'])} if ({condition})) for n in 0..6>)[{self.random.randrange(7)}])",
            f"{ask}((graph <n -> (mod({number}, 6) for k in 0..1) for n in 0..5>)[{self.random.randrange(6)}])",
            f"len([n for n in 0..5 if outcome((graph <n -> (k for k in 0..5 if k < n and ({condition})) for n in 0..5>)[n]) == P])",
            f"outcome(hydra(k -> {growth}, {self.random.randrange(3)}))", f"remoteness(hydra(k -> {growth}, [2, 1], 1))",
        ])

    def slip(self):
        """Draws a statement that is wrong, or that has no end."""
        p = self.start()[0] if self.games else "nim(3)"
        return self.one_of([
            f"outcome({p}, {p})", "f0()", "f0(1, 2, 3, 4)", "g0()", f"{self.one_of(['x', 'yy', 'g9', 'f9'])}(3)", "undefined + 1", "[1, 2][5]", "[][0]", "[1, 2][-1]",
            "max([])", "min({})", "last([])", "1/0", "mod(5, 0)", "div(1, 0)", '"a" + 1', "1 + [2]", "{1} + {2}", "if 1 then 2 else 3",
            "not 3", "all([1])", "true + 1", "len(5)", "sum_list(3)", "sum_list([[1], 2])", "replace_at([1], 3, 0)", "nim_value(1/3)", "nim_value(up)",
            "for i in 3 do print(i) end", "[i for i in 5]", "[a for (a, b) in [[1, 2, 3]]]", "check 1 == 2", "e(n) := e(n + 1)", "[1/i for i in [1, 0, 2]]",
            "x = 3", "in", "[x for x]", "game := 3", "2^-1", "0^-1", "2^(1/2)", "isqrt(-1)", "mex([-1])",
            "f0", "g0", "(x -> x)(1, 2)", "(x -> x + y)(1)", "union(1, {2})", "contains(3, 1)", "\"a\"[0]", "1..2..3", "{x -> x}", "text()",
            "p_positions(3, 4)", "sequence(nim, -1)", f"{p}.x", f"{p}[0]", "1 < up < 2", "true < false", "[1] < [2]", "\"a\" < \"b\"",
        ])

    def program(self):
        """Draws all statements: definitions, then questions, with more definitions between them."""
        add = self.statements.append
        if not self.one_in(3):
            add(self.plain_function())
        if self.one_in(4):
            add(self.variable())
        add(self.law() if self.one_in(15) else self.game())
        if self.one_in(3):
            add(self.plain_function())
        if self.one_in(4):
            add(self.game())
        for _ in range(self.random.choice([6, 8, 10, 12])):
            add(self.weighted(
                10, self.question,
                3, self.variable,
                5, lambda: self.any(4),
                2, lambda: self.of_function(self.functions[-1][2], 3)[0] if self.functions else self.any(3),
                1, self.loop,
                1, self.plain_function,
                0.6, self.slip,
                0.3, self.again,
                0.4, self.other_rule,
                0.5, lambda: f"check {self.at(CHOICE, 'boolean', 3)}",
                0.5, lambda: f"print({self.any(2)}, {self.any(2)})",
            ))
        return self.statements

    def again(self):
        """Draws another definition of a function or a game that is there, so that what was remembered must be forgotten."""
        functions, games = list(self.functions), list(self.games)
        if self.one_in(2) and functions:
            name, text = self.functions[0][0], self.plain_function()
            new, self.functions = self.functions[-1], functions
            self.functions[0] = (name, *new[1:])
        else:
            name, text = self.games[0][0], self.game()
            new, self.games = self.games[-1], games
            self.games[0] = (name, new[1])
        return text.replace(f"{new[0]}(", f"{name}(")


class Bound:
    """Names that stand for values of a kind, for as long as it is entered."""

    def __init__(self, drawing, names):
        self.drawing, self.names = drawing, names

    def __enter__(self):
        for name, kind in self.names.items():
            self.drawing.locals[kind].append(name)

    def __exit__(self, *_):
        for name, kind in self.names.items():
            self.drawing.locals[kind].remove(name)


def program(seed):
    """Returns the statements of the program with this seed."""
    return Drawing(seed).program()


if __name__ == "__main__":
    import sys

    print("\n".join(program(" ".join(sys.argv[1:]))))

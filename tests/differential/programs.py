"""Draws programs of cg: functions, games of people's own, and questions about them. Most statements are well typed, so that
they go deep; a few have a value of a wrong kind, a wrong number of arguments, an unknown name, or recursion without an end.

`python3 programs.py SEED NUMBER` prints a program, as `run.py --seed=SEED --only=NUMBER` runs it.
"""

import collections
import contextlib
import random
import re
import sys

# How tightly expressions bind, as in grammar/README.md.
LEVELS = ["choice", "or", "and", "not", "compare", "range", "sum", "product", "minus", "power", "atom"]

# Expressions of each kind: a weight, how tightly the expression binds, and its template. In a template `$kind` stands for an
# expression of a kind, `$kind:level` for one that binds at least so tightly, `$(a ~ b)` for one of some templates, `$clauses`
# for clauses with `for` and `if`, whose names are known in the rest, `%edge` for an integer at which representations change. What
# has no `$kind`, or a star behind its weight, is drawn where an expression may not nest deeper.
EXPRESSIONS = """
small
    12  atom     $(0 ~ 0 ~ 1 ~ 1 ~ 1 ~ 2 ~ 2 ~ 3 ~ 3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 9)
    1   minus    $(-1 ~ -2)
    4   sum      $small:sum$( + ~ - ~-~+)$small:product
    2   atom     len($($list ~ $list ~ $set ~ $lists ~ $text))
    1   atom     mod($integer, $(2 ~ 3 ~ 5 ~ 7 ~ -4))
    1   atom     $(min ~ max)($small, $small)
    1   atom     div($small, $(2 ~ 3 ~ -2 ~ 0))
    1   atom     abs($small)
    1   atom     count($list, $small)
integer
    6*  sum      $small:sum
    1   atom     %edge
    1   minus    -%edge
    3   sum      $integer:sum$( + ~ - )$integer:product
    2   product  $integer:product*$integer:minus
    1   minus    -$integer:power
    1   power    $integer:atom^$(0 ~ 1 ~ 2 ~ 3)
    1   power    2^$(10 ~ 31 ~ 61 ~ 62 ~ 63 ~ 70)
    2   atom     $(mod ~ div ~ gcd)($integer, $integer)
    2   atom     $(min ~ max)($integer, $integer)
    2   atom     $(sum_list ~ sum_list ~ max ~ min)($($list ~ $list ~ $set))
    2   atom     $list:atom[$(0 ~ 1 ~ $small)]
    1   atom     last($list)
    1   atom     $(isqrt ~ abs)($integer)
    1   atom     mex($($set ~ $list))
    1   atom     floor($fraction)
    1   atom     nim_sum($small, $small)
    1   atom     nim_value($position)
    1   atom     ($function)($small)
    1   atom     len([$integer$clauses])
    1   atom     sum_list([$integer$clauses])
fraction
    2   product  $(1/2 ~ -3/4 ~ 2/3 ~ 7/5)
    1   atom     0.25
    2   product  $integer:product/$integer:minus
    2   sum      $fraction:sum$( + ~ - )$($fraction:product ~ $small:product)
    1   product  $fraction:product$(*~/)$fraction:minus
    1   atom     $(min ~ max)($fraction, $small)
    1   atom     sum_list([$fraction$clauses])
boolean
    2   atom     $(true ~ false)
    8*  compare  $($small ~ $small ~ $integer):sum $(== ~ != ~ < ~ <= ~ > ~ >=) $small:sum
    1   compare  $fraction:sum $(== ~ < ~ <= ~ >) $($fraction:sum ~ $small:sum)
    1   compare  $value:sum $(== ~ != ~ < ~ <= ~ >= ~ || ~ <| ~ |>) $value:sum
    2   compare  $($list:sum == $list:sum ~ $list:sum != $list:sum ~ $set:sum == $set:sum ~ $lists:sum != $lists:sum)
    1   compare  $($text:sum == $text:sum ~ $boolean:sum != $boolean:sum ~ $list:sum == $set:sum)
    2   and      $boolean:and and $boolean:not
    2   or       $boolean:or or $boolean:and
    1   not      not $boolean:not
    3   atom     $(all ~ any)([$boolean$clauses])
    2   atom     contains($($list ~ $set), $small)
    1   atom     is_subset($set, $set)
    1   compare  outcome($position) $(== ~ !=) $(N ~ P ~ L ~ R)
list
    4   atom     $([] ~ [1] ~ [0, 1] ~ [2, 1, 3] ~ [1, 1, 0] ~ [5, 0, -1, 2] ~ [3, 2, 2, 1])
    2   atom     $([$integer] ~ [$integer, $integer] ~ [$small, $integer, $integer])
    5   atom     [$integer$clauses]
    2   sum      $list:sum + $list:product
    4   atom     $list:atom[$(1..$small:sum ~ 0..$small:sum ~ $range)]
    3   atom     replace_at($list, $small, $integer)
    1   atom     replace_at(replace_at($list, 0, $integer), $small, $integer)
    2   atom     $(sort ~ reverse ~ unique)($list)
    1   range    $range:range
    1   atom     map($function, $list)
    1   atom     filter($test, $list)
    1   atom     $lists:atom[$small]
lists
    2   atom     [[0, 1], [1, 2], [2, 0]]
    2   atom     [$list$clauses]
    1   atom     zip($list, $list)
    1   sum      $lists:sum + $lists:product
    1   atom     [$list, $list]
    1   atom     splits($(3 ~ 4 ~ 5 ~ 6))
    1   atom     sort($lists)
set
    3   atom     $({} ~ {1} ~ {0, 1} ~ {1, 3, 4} ~ {2, 1, 2})
    1   atom     {$integer:sum, $integer:sum}
    3   atom     {$integer:sum$clauses}
    3   atom     $(union ~ intersection ~ difference)($set, $set)
text
    3   atom     $("a" ~ "ab" ~ "" ~ "x.o")
    2   sum      $text:sum + $text:product
    2   atom     text($anything)
    1   atom     join([$text$clauses], "-")
value
    4   sum      $(0 ~ 1 ~ -2 ~ * ~ *2 ~ *5 ~ up ~ down ~ ^* ~ ^^ ~ +-1 ~ +-(1/4) ~ tiny(1) ~ omega ~ on ~ over ~ inf(0,1))
    3   atom     $(<1|-1> ~ <2|-1/2> ~ <0|up> ~ <0,*|1> ~ <1||0|-1> ~ <0|pass>)
    2   sum      $value:sum$( + ~ - )$value:product
    1   minus    -$value:power
    1   product  $(0 ~ 2 ~ 3) * $value:minus
    3   atom     <$option$(~, $option)|$option>
    1   atom     <$option, $option>
    1   atom     <$option|>
    2   atom     value($position)
    1   atom     sum_list([$value$clauses])
option
    2   sum      $value:sum
    1   sum      $($value:sum ~ $small:sum)$clauses
position
    2   atom     $(nim(1) ~ nim(2, 3) ~ nim(1, 2, 3) ~ kayles(4) ~ domineering(2, 2) ~ wythoff(1, 2) ~ subtraction({1, 3}, 5))
    1   atom     $(form <0|1> ~ form <0, *> ~ form <1||0|-1>)
    12* atom     $start
    2   sum      $start$( + ~ - )$($start ~ $position:product)
    1   minus    -$position:power
    1   product  $(0 ~ 2 ~ 3) * $position:minus
    1   atom     ($start + $value:product)
range
    12  range    $small:sum..$small:sum
    1   range    $small:sum..$small:sum by $(2 ~ 3 ~ -1 ~ 1 ~ 0)
"""

# Moves of a game, for each kind of place in its state. `@` is the place, `$to(e)` the position in which it has become e, and
# `$if(c)` a condition to which others may be added. Sums have a plus before their weight: they are left out where play may come
# back, for then there is no end of positions.
MOVES = """
heap
    4   $to(@-k) for k in 1..$(3 ~ @ ~ 4 ~ min(@, 3))$( if k <= @~$if(k <= @))
    2   $to(@ - k) for k in $({1, 3} ~ [2, 1] ~ {1, 2, 4} ~ 1..2)$if(k <= @)
    3   $to(@-$(1 ~ 1 ~ 2)) if @ >= 2
    2   $to(div(@, 2)) if @ >= 1
    1   $to(a) for a in $($list:range ~ $set:range)$if(0 <= a and a < @)
    1   $to(@-i-j) for i in 1..2 for j in i..@-1 if i + j <= @
    1   (if $boolean then $to(@-1) else $($to(@-2) ~ * ~ 0 ~ up)) if @ >= 2
    .3  $to(@-$(1 ~ 2))$if
    +2  $to(a) + $to(@-$(1 ~ 2)-a) for a in 0..@-$(1 ~ 2)$if
    +1  $to(a) + $to(@-a) for a in 1..@-1$(~ if a != 2)
list
    3   $to(replace_at(@, i, @[i]-k)) for i in 0..len(@)-1 for k in 1..@[i]$if
    2   $to(@[1..len(@)-1])$if(len(@) > 0)
    2   $to(@[0..len(@)-2]) if len(@) >= $(1 ~ 2)
    2   $to([@[j] for j in 0..len(@)-1 if j != i]) for i in 0..len(@)-1$if
    2   $to(($list)[0..len(@)-2]) if @ != []
    1   $to([x for x in @ if x != y]) for y in @$if
    1   $to(sort(@[1..len(@)-1])) if @ != []
    1   $to([if j == i then 0 else min(@[j], k) for j in 0..len(@)-1]) for i in 0..len(@)-1 for k in 0..@[i]-1
    1   $to(replace_at(replace_at(@, i, @[i+1]), i+1, @[i])) for i in 0..len(@)-2$if(@[i] < @[i+1])
    +1  $to(@[0..i-1]) + $to(@[i+1..len(@)-1]) for i in 0..len(@)-1$if(@[i] > 0)
set
    4   $to(difference(@, {x})) for x in @$if
    2   $to({y for y in @ if y < x}) for x in @$if
    1   $to({y - 1 for y in @ if y != 0}) if @ != {}
    1   $to(difference(@, {x, y})) for x in @ for y in @$if(x < y)
    1   $to(union(difference(@, {x}), {x - 1})) for x in @$if(x > 0)
lists
    2   $to([q for q in @ if q != p]) for p in @$if
    2   $to([q for q in @ if q[0] != a and q[1] != b]) for (a, b) in @$if
    1   $to(@[1..len(@)-1]) if @ != []
board
    3   $to(replace_at(@, p, "$(x ~ o ~ #)")) for p in cells(@, ".")$if
    3   $to(replace_at(@, p, "x")) for p in cells(@, ".")$if($(all ~ any)([@[q] != "$(x ~ o)" for q in neighbours(@, p)]))
    3   $to(replace_at(@, [[p, "."], [q, "x"]])) for p in cells(@, "x") for q in neighbours(@, p) if @[q] == "o"
    1   $to(replace_at(@, [[p, "#"], [q, "#"]])) for p in cells(@, ".") for q in ray(@, p, $([0, 1] ~ [1, 0] ~ [1, 1]), ".")
    +1  sum_list([$to(d) for d in parts(replace_at(@, p, "#"), ".xo")]) for p in cells(@, ".o")
number
    3   $to(b) for b below @$(~ if b != 2~ if 0 < @~ if mod(b, 2) == 0)
    1   $to(b) for b below @ - $(1 ~ 2)
    1   $to(b) for b in 0..@-1$(~ if b != 3)
    1   $to(n) for n in naturals if $(n < @ ~ 0 < @)
    1   $to(@-1) if $(0 < @ ~ 1 <= @)
    +1  $to(b) + $to(@-1-b) for b in 0..@-1
other
    4   $value:sum$(~$if)
    1   $position:sum$(~$if)
    2   $start$if
    1   $anything:sum$if
    .3  pass$if
"""

# Questions. `$start` is a position to begin with, `$game` a game, `$family` its positions with n in the first place, `$heaps` a
# game on one heap, or with all but the last place given, `$pair` one with two heaps.
QUESTIONS = """
    2   outcome($position)
    2   outcome($start)
    3   $(nim_value ~ value ~ gamma)($start)
    1   $start
    2   outcome($position, $(misere ~ L ~ R ~ misere, L))
    6   $(options ~ left_options ~ right_options ~ winning_moves ~ best_moves)($position)
    1   winning_moves($position, misere)
    6   $(remoteness ~ suspense ~ distance ~ is_loopy ~ is_impartial ~ outcomes ~ who_wins ~ solve)($position)
    4   $(mean ~ temperature ~ stops ~ canonical ~ birthday ~ genus)($start)
    3   $([$position] ~ text($position) ~ len(options($position)) ~ impartial($start) ~ remoteness($start, misere))
    2   $start + $($value:product ~ $position:product)
    2   $(same($start, $start) ~ $start == $start ~ $start <= $value:sum)
    2   [q for q in options($start) if $(outcome(q) == P ~ nim_value(q) == 0 ~ outcome(q, misere) != N)]
    2   [$(nim_value ~ outcome)(q) for q in options($start)]
    1   any([outcome(q) == $(P ~ R) for q in left_options($start)])
    1   $(sum(conj, $start, nim(2)) ~ explain(outcome($start)) ~ max([nim_value(q) for q in options($start)]))
    6   [$(outcome ~ outcome ~ nim_value ~ value ~ remoteness)($family) for n in 0..$most]
    3   $(len ~ sum_list)([n for n in 0..$most if outcome($family) == P])
    2   [n for n in 0..$most if outcome($family, misere) == P]
    2   [$(outcome ~ nim_value)($family) for n in [9, 2, 25, -1, 14, 0]]
    1   [$(outcome ~ nim_value)($pair(b, a)) for a in [7, 0, 12, 3] for b in 0..9]
    1   $(outcome ~ nim_value ~ remoteness)($heaps($(40 ~ 200 ~ 1000)))
    2   $({$family for n in 0..$most} ~ [$family for n in 0..$most] ~ sum_list([$family for n in 0..3]))
    2   $(all ~ any)([$(outcome($family) != D ~ nim_value($family) > 2 ~ outcome($family) == N) for n in 0..$most])
    1   $(sequence(n -> $family, $most) ~ table(n -> outcome($family), 0..$most))
    3   p_positions($heaps, $most$(~, misere))
    3   $(sequence($heaps, $most) ~ values($heaps, $most) ~ period($heaps, 30))
    2   [[nim_value($pair(a, b)) for b in 0..5] for a in 0..5]
    2   $([outcome($pair(a, b)) for a in 0..4 for b in 0..4 if a <= b] ~ p_positions($pair, 7) ~ p_positions($pair, 5, misere))
    1   $(options ~ is_impartial ~ len)($game(%edge))
    1   outcome((graph <n -> (n - k for k in $(1..2 ~ {1, 3}) if ($n_boolean)) for n in 0..6>)[$(3 ~ 5 ~ 6)])
    1   $(gamma ~ remoteness)((graph <n -> (mod($n_small:product, 6) for k in 0..1) for n in 0..5>)[$(1 ~ 4)])
    1   $(outcome(hydra(k -> $k_small, $(1 ~ 2))) ~ remoteness(hydra(k -> $k_small, [2, 1], 1)))
"""

# Functions that call themselves: the kinds of their parameters, these, where the recursion ends, and calls of itself.
RECURSIONS = [
    ("small", "n", "n <= 0", "%(n-1)", "%(n - 2)", "%(div(n, 2))"),
    ("small", "n", "n < 2", "%(n-1)", "%(n-2)"),
    ("small small", "n m", "n <= 0 or m <= 0", "%(n-1, m)", "%(n, m-1)", "%(n-1, m-1)"),
    ("small small", "n m", "n <= 0", "%(n-1, m)", "%(n-2, m+1)", "%(n - 1, n)"),
    ("list", "xs", "xs == []", "%(xs[1..len(xs)-1])", "%(xs[0..len(xs)-2])"),
    ("list small", "xs n", "xs == [] or n <= 0", "%(xs[1..len(xs)-1], n-1)", "%(replace_at(xs, 0, n), n-1)"),
    ("set", "s", "s == {}", "%(difference(s, {s[0]}))"),
]

# Statements that are wrong.
SLIPS = """
    outcome($start, $start); f0(); f0(1, 2, 3, 4); g0(); yy(3); g9(3); f9(3); undefined + 1; [1, 2][5]; [][0]; [1, 2][-1]
    max([]); min({}); last([]); 1/0; mod(5, 0); div(1, 0); "a" + 1; 1 + [2]; {1} + {2}; if 1 then 2 else 3; not 3; all([1])
    true + 1; len(5); sum_list(3); sum_list([[1], 2]); replace_at([1], 3, 0); nim_value(1/3); nim_value(up); [i for i in 5]
    for i in 3 do print(i) end; [a for (a, b) in [[1, 2, 3]]]; check 1 == 2; e(n) := e(n + 1); e(1); [1/i for i in [1, 0, 2]]
    x = 3; in; [x for x]; game := 3; 2^-1; 0^-1; 2^(1/2); isqrt(-1); mex([-1]); f0; g0; (x -> x)(1, 2); (x -> x + y)(1)
    union(1, {2}); contains(3, 1); "a"[0]; 1..2..3; {x -> x}; text(); p_positions(3, 4); sequence(nim, -1); $start.x; $start[0]
    1 < up < 2; true < false; [1] < [2]; "a" < "b"
"""

# What a position of a game is made of.
STATES = """
    heap; heap; heap; heap, heap; heap, heap; heap, heap, heap; list; list; list, heap; set; set, heap; heap, text; heap, boolean
    list, boolean; lists; heap, set; board; board; board, heap; number; number, number
"""
LETTERS = {"heap": "n", "number": "n", "list": "xs", "set": "s", "text": "w", "boolean": "b", "lists": "ps", "board": "c"}
EDGES = [2**k + d for k in (7, 8, 15, 31, 32, 47, 53, 59, 60, 61, 62, 63, 64, 100) for d in (-1, 0, 1)]


def sections(text):
    """Returns the indented lines under each heading."""
    found, name = collections.defaultdict(list), None
    for line in text.strip("\n").splitlines():
        if line.startswith(" "):
            found[name].append(line.strip())
        else:
            name = line
    return found


def weighed(lines, parts):
    """Splits lines into parts, of which the first is a weight, and returns the lines with their weights beside."""
    lines = [line.split(None, parts - 1) for line in lines]
    return lines, [float(line[0].strip("*+")) for line in lines]


EXPRESSIONS = {kind: weighed(lines, 3) for kind, lines in sections(EXPRESSIONS).items()}
FLAT = {
    kind: weighed([" ".join(line) for line in lines if line[0].endswith("*") or not re.search(r"\$[a-z]", line[2])], 3)
    for kind, (lines, _) in EXPRESSIONS.items()
}
MOVES = {kind: weighed(lines, 2) for kind, lines in sections(MOVES).items()}
QUESTIONS = weighed(sections(QUESTIONS)[None], 2)
SLIPS, STATES = (re.split(r"; |\n", "\n".join(sections(text)[None])) for text in (SLIPS, STATES))
KINDS = [kind for kind in EXPRESSIONS if kind not in ("option", "range")]


def closing(text):
    """Returns the place of the parenthesis that closes the first sign, and those of the `~` directly inside."""
    depth, marks = 0, []
    for i, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 1 and sign == "~":
            marks.append(i)
        if depth == 0:
            return i, marks
    raise ValueError(text)


class Program:
    """A program: its statements, and the names that they have defined."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.statements = []
        # For each kind the expressions that have it by their names alone.
        self.names = collections.defaultdict(list)
        # Names, kinds of parameters, kinds of results.
        self.functions = []
        # Names, kinds of places, whether both players have the same moves.
        self.games = []
        # How often, of a thousand, an expression has a wrong kind.
        self.wrong = self.random.choice([0, 0, 4, 12])
        # Whether conditions of moves fail for some positions.
        self.traps = self.one_in(5)
        self.define()

    def one_in(self, n):
        return self.random.randrange(n) == 0

    def slips(self):
        return self.random.randrange(1000) < self.wrong

    def line(self, weighed, but=""):
        """Draws a line, and again while it holds what is left out."""
        lines, weights = weighed
        while True:
            line = self.random.choices(lines, weights)[0]
            if not but or not re.search(but, " ".join(line)):
                return line

    @contextlib.contextmanager
    def bound(self, kinds):
        """Lets names stand for values of a kind."""
        for name, kind in kinds.items():
            self.names[kind].append(name)
        yield
        for name, kind in kinds.items():
            self.names[kind].remove(name)

    # --- Expressions

    def draw(self, kind, depth):
        """Draws an expression of a kind, and returns it with how tightly it binds."""
        if kind == "anything":
            kind = self.random.choice(KINDS)
        if special := getattr(self, f"draw_{kind}", None):
            return special(depth)
        known = [*self.names[kind], *(self.names["small"] if kind == "integer" else [])]
        if known and self.random.randrange(100) < (65 if depth <= 0 else 20):
            return self.random.choice(known), "atom"
        if depth > 0 and kind in KINDS:
            calls = [f for f in self.functions if f[2] == kind]
            if calls and self.one_in(9):
                return self.call(*self.random.choice(calls)[:2], depth), "atom"
            if self.one_in(16):
                condition, then, otherwise = (self.at("or", k, depth - 1) for k in ("boolean", kind, kind))
                return f"if {condition} then {then} else {otherwise}", "choice"
        flat = depth <= 0 and FLAT[kind][0]
        _, level, template = self.line(FLAT[kind] if flat else EXPRESSIONS[kind])
        return self.fill(template, depth), level

    def at(self, level, kind, depth):
        """Draws an expression that may stand where one of a level is wanted."""
        text, binds = self.draw(self.random.choice(KINDS) if self.slips() else kind, depth)
        fits = LEVELS.index(binds) >= LEVELS.index(level)
        return text if fits and not self.one_in(50) else f"({text})"

    def call(self, name, kinds, depth):
        kinds = list(kinds)
        if self.slips():
            self.random.choice([kinds.clear, lambda: kinds.append("small"), kinds.reverse])()
        return f"{name}({', '.join(self.at('choice', kind, depth - 1) for kind in kinds)})"

    def draw_function(self, depth):
        with self.bound({"x": "small"}):
            return f"x -> {self.at('choice', 'integer', depth - 1)}", "choice"

    def draw_test(self, depth):
        with self.bound({"x": "small"}):
            return f"x -> {self.at('choice', 'boolean', depth - 1)}", "choice"

    def draw_n_boolean(self, depth):
        with self.bound({"n": "small"}):
            return self.draw("boolean", 1)

    def draw_n_small(self, depth):
        with self.bound({"n": "small"}):
            return self.draw("small", 1)

    def draw_k_small(self, depth):
        with self.bound({"k": "small"}):
            return self.draw("small", 2)

    def draw_start(self, depth):
        if not self.games:
            return "nim(3)", "atom"
        name, kinds, _ = self.random.choice(self.games)
        return f"{name}({', '.join(self.state(kind) for kind in kinds)})", "atom"

    def clauses(self, depth):
        """Draws `for` and `if`, and returns them with the names that they bind."""
        text, names = "", {}
        for name in ["i", "j"][: self.random.choice([1, 1, 1, 2])]:
            with self.bound(names):
                kind = self.random.choice(["range", "range", "range", "list", "set", "lists"])
                source = self.at("range", kind, min(depth - 1, 2))
            if kind == "lists" and self.one_in(2):
                text += f" for ({name}, k) in {source}"
                names |= {name: "integer", "k": "integer"}
            else:
                text += f" for {name} in {source}"
                names |= {name: {"range": "small", "lists": "list"}.get(kind, "integer")}
            with self.bound(names):
                if self.one_in(3):
                    text += f" if ({self.at('choice', 'boolean', depth - 1)})"
                elif self.one_in(6):
                    text += self.fill(" if $small:sum $(== ~ != ~ <= ~ >=) $small:sum", 2)
        return text, names

    def fill(self, template, depth, given={}):
        """Replaces what stands for something in a template; `given` are texts for some names, functions for some calls."""
        if "$clauses" in template:
            text, names = self.clauses(depth)
            before, after = template.split("$clauses")
            with self.bound(names):
                return self.fill(before, depth, given) + text + self.fill(after, depth, given)
        template = template.replace("%edge", str(self.random.choice(EDGES))) if "%edge" in template else template
        text = ""
        while "$" in template:
            before, template = template.split("$", 1)
            name = re.match(r"[a-z_]*", template)[0]
            text, template = text + before, template[len(name) :]
            argument, choices = "", []
            if template.startswith("(") and (not name or callable(given.get(name))):
                end, marks = closing(template)
                argument = template[1:end]
                choices = [template[a + 1 : b] for a, b in zip([0, *marks], [*marks, end])]
                template = template[end + 1 :]
            level = re.match(r":([a-z]+)", template)
            template = template[level.end() :] if level else template
            if not name:
                chosen = self.random.choice(choices)
                chosen = chosen if argument[0] in " ~" else chosen.strip()
                text += self.fill(chosen + level[0] if level and re.fullmatch(r"\$[a-z]+", chosen) else chosen, depth, given)
            elif callable(given.get(name)):
                text += given[name](self.fill(argument, depth, given))
            elif name in given:
                text += given[name]
            else:
                text += self.at(level[1] if level else "choice", name, depth - 1)
        return text + template

    # --- Games: a state is small, and a move makes it smaller, most of the time

    def state(self, kind):
        below = self.random.randrange
        if kind in ("heap", "number") and self.names["small"] and self.one_in(5):
            return self.random.choice(self.names["small"])
        if self.slips():
            return self.at("choice", "anything", 1)
        if kind == "heap":
            return str(below(8)) if below(100) else self.random.choice(["-1", "40", "2^62", "1/2"])
        if kind == "number":
            return self.random.choice(["0", "1", "2", "3", "5", "9", "omega", "omega + 3", "omega*2", "10^18"])
        if kind == "boolean":
            return self.random.choice(["true", "false"])
        if kind == "text":
            return self.random.choice(['""', '"a"', '"ba"'])
        if kind == "lists":
            return f"[{', '.join(f'[{below(3)}, {below(3)}]' for _ in range(below(4)))}]"
        if kind == "board":
            rows, columns = self.random.choice([(1, 3), (2, 2), (1, 5), (2, 3), (3, 2)])
            cells = "/".join("".join(self.random.choice(".xo.x#") for _ in range(columns)) for _ in range(rows))
            return self.random.choice([f'board("{cells}")', f"board({rows}, {columns})", f'board({rows}, {columns}, "xo")'])
        members = ", ".join(str(below(4)) for _ in range(below(5)))
        return f"[{members}]" if kind == "list" else f"{{{members}}}"

    def game(self, name):
        """Draws the rule of a game, and before it a function that lists its moves, at times."""
        kinds = self.random.choice(STATES).split(", ")
        names = [LETTERS[kind] + (str(i) if len(set(kinds)) < len(kinds) else "") for i, kind in enumerate(kinds)]
        values = {n: "small" if kind in ("heap", "number") else kind for n, kind in zip(names, kinds)}
        loopy, before = self.one_in(6), []

        def to(place, become):
            """The position after a move in which a place has changed, and others at times."""
            places = []
            for n, kind in zip(names, kinds):
                text = become if n == place else n
                if n != place and kind == "boolean" and self.one_in(2):
                    text = self.random.choice(["true", "false", f"not {n}"])
                elif n != place and kind == "text" and not loopy and self.one_in(2):
                    text = f'{n} + "a"'
                elif n != place and kind == "heap" and self.one_in(6):
                    text = f"min({n}, {self.at('choice', 'small', 1)})"
                places.append(self.at("choice", "anything", 1) if self.slips() else text)
            return f"{name}({', '.join(places)})"

        def condition(given):
            parts = [given] if given else []
            if self.one_in(4):
                parts.append(self.at("not", "boolean", 2))
            if self.traps and self.one_in(3):
                traps = ["1/(% - 2) != 0", "[1, 0, 1][%] == 1", "mod(3, % - 1) != 5", "contains(%, 1)", "% and true"]
                parts.append(self.random.choice(traps).replace("%", self.at("atom", "small", 0)))
            return f" if ({' and '.join(parts)})" if parts else ""

        def move():
            place, kind = self.random.choice([(n, kind) for n, kind in zip(names, kinds) if kind not in ("text", "boolean")])
            if self.one_in(12):
                kind = "other"
            if loopy and kind == "heap" and self.one_in(2):
                template = f"$to(mod(@ + {self.random.randrange(1, 4)}, {self.random.randrange(3, 8)}))$if"
            else:
                template = self.line(MOVES[kind], but=r"^\+" if loopy else "")[1]
            given = {"to": lambda become: to(place, become), "if": condition}
            text = self.fill(template.replace("@", place), 2, given)
            if kind not in ("other", "number") and self.one_in(20):
                helper = f"moves_of_{name}"
                before.append(f"{helper}({', '.join(names)}) := [{text}]")
                return f"q for q in {helper}({', '.join(names)})"
            return f"-{text}" if self.one_in(25) else text

        with self.bound(values):
            sides = [", ".join(move() for _ in range(self.random.choice([1, 1, 2]))) for _ in range(self.random.choice([1, 2]))]
            body = f"<{' | '.join(sides)}>"
            if self.one_in(8):
                otherwise = self.random.choice(["", f" else <{move()}>", " else 0", " else *2", " else nim(2)", " else up"])
                body = f"if {self.at('or', 'boolean', 2)} then {body}{otherwise}"
        if kinds == ["board"] and self.one_in(3):
            body += self.random.choice([" with symmetry", " with symmetry and mirror", ' with mirror("xo", "ox")'])
        self.games = [g for g in self.games if g[0] != name] + [(name, kinds, len(sides) == 1)]
        return [*before[:1], f"game {name}({', '.join(names)}) := {body}"]

    # --- Functions: recursion goes to smaller arguments, most of the time

    def function(self, name):
        kind = self.random.choice(["integer"] * 5 + ["small", "boolean", "list", "set", "text", "fraction", "value"])
        if self.one_in(6):
            some = ["small", "list", "set", "boolean", "integer", "function"]
            kinds = [self.random.choice(some) for _ in range(self.random.choice([0, 1, 1, 2, 3]))]
            names = ["a", "b", "c"][: len(kinds)]
            # What a parameter is that is a function is seen from its calls.
            calls = {f"{n}(2)": "integer" for n, kind in zip(names, kinds) if kind == "function"}
            with self.bound(calls | {n: kind for n, kind in zip(names, kinds) if kind != "function"}):
                body = self.at("choice", kind, 3)
        else:
            kinds, names, base, *calls = self.random.choice(RECURSIONS)
            kinds, names, calls = kinds.split(), names.split(), [call.replace("%", name) for call in calls]
            with self.bound(dict(zip(names, kinds))):
                then = self.at("or", kind, 1)
                with self.bound({call: kind for call in calls}):
                    rest = self.at("choice", kind, 3)
                if name not in rest and kind not in ("boolean", "set"):
                    rest = f"{calls[0]} + {self.at('product', kind, 1)}"
            body = f"if {'false' if self.slips() else base} then {then} else {rest}"
        self.functions = [f for f in self.functions if f[0] != name] + [(name, kinds, kind)]
        return f"{name}({', '.join(names)}) := {body}"

    # --- Statements

    def variable(self):
        name, kind = f"v{len(self.statements)}", self.random.choice(KINDS)
        text = f"{name} := {self.at('choice', kind, 3)}"
        self.names[kind].append(name)
        return text

    def loop(self, depth=2):
        name, source, kind = self.random.choice([("i", "range", "small"), ("i", "list", "integer"), ("j", "set", "integer")])
        text = f"for {name} in {self.at('range', source, 1)} do "
        with self.bound({name: kind}):
            for _ in range(self.random.choice([1, 1, 2])):
                kind = self.random.choice(["integer", "list", "text", "boolean", "fraction"])
                known = [v for v in self.names[kind] if re.fullmatch(r"v\d+", v)]
                if known and not self.one_in(4):
                    v = self.random.choice(known)
                    first = "" if kind == "boolean" else f"{v} + "
                    text += f"{v} := {first}{self.at('product', kind, 2)}; "
                elif depth and self.one_in(4):
                    text += f"{self.loop(depth - 1)}; "
                else:
                    text += self.fill("$(print($anything) ~ check $boolean ~ $anything)", 3) + "; "
        return text.removesuffix("; ") + " end"

    def question(self):
        game, kinds, impartial = self.random.choice(self.games)
        deep = impartial and len(kinds) == 1 and self.one_in(3)
        given = {"game": game, "most": self.random.choice(["30", "60"] if deep else ["4", "6", "9", "12"])}
        rest = [self.state(kind) for kind in kinds]
        if kinds[0] in ("heap", "number"):
            given["family"] = f"{game}({', '.join(['n', *rest[1:]])})"
        if kinds[-1] == "heap":
            given["heaps"] = f"{game}({', '.join(rest[:-1])})" if len(kinds) > 1 else game
        if kinds in (["heap", "heap"], ["number", "number"]):
            given["pair"] = game
        absent = "|".join(rf"\${word}" for word in ("family", "heaps", "pair") if word not in given)
        return self.fill(self.line(QUESTIONS, but=absent)[1], 2, given)

    def define(self):
        """Draws all statements: definitions, then questions with more definitions between them."""
        add = self.statements
        if not self.one_in(3):
            add.append(self.function("f0"))
        if self.one_in(4):
            add.append(self.variable())
        for number in range(self.random.choice([1, 1, 1, 2])):
            add.extend(self.game(f"g{number}"))
            if self.one_in(3):
                add.append(self.function(f"f{len(add)}"))
        choices = [
            (10, self.question),
            (3, self.variable),
            (5, lambda: self.at("choice", "anything", 4)),
            (2, lambda: self.call(*self.random.choice(self.functions)[:2], 3) if self.functions else self.question()),
            (1, self.loop),
            (1, lambda: self.function(f"f{len(add)}")),
            (0.6, lambda: self.fill(self.random.choice(SLIPS), 1)),
            (0.5, lambda: f"check {self.at('choice', 'boolean', 3)}"),
            (0.5, lambda: self.fill("print($anything, $anything)", 3)),
            # Another definition of a name, so that what was remembered must be forgotten.
            (0.3, lambda: self.function(self.random.choice(self.functions)[0]) if self.functions else self.question()),
            (0.3, lambda: self.game("g0")),
        ]
        for _ in range(self.random.choice([6, 8, 10, 12])):
            statement = self.random.choices(choices, [weight for weight, _ in choices])[0][1]()
            add.extend([statement] if isinstance(statement, str) else statement)


def program(seed):
    """Returns the statements of the program with this seed."""
    return Program(seed).statements


if __name__ == "__main__":
    print("\n".join(program(" ".join(sys.argv[1:]))))

#!/usr/bin/env python3
"""Verifies certificates of `cg` without `cg`: `python3 verify.py FILE...`; grammar/certificates.md says what stands in them.

A part is ("game", number), ("nim", heap), ("octal", code, heap) or a board, (ruleset, width, cells).
"""
import gc
import json
import re
import sys
from functools import lru_cache, reduce
from operator import itemgetter, xor

LEFT, RIGHT = "L", "R"
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
FIRST_WINS = {">": LEFT, "==": "", "<": RIGHT, "||": LEFT + RIGHT}
is_octal = re.compile(r"[04]\.[0-7]*").fullmatch
PART = re.compile(r"(-?)([a-z_]+)(?: ([04]\.[0-7]*))? (\S+)")
LETTERS = {"domineering": ".#", "clobber": "xo.#", "col": "xo.#", "snort": "xo.#", "toads_frogs": "TF_"}
MOST_HEAPS, MOST_GENERATORS, MOST_KINDS = 1 << 12, 1 << 8, 1 << 16
REGION = {"domineering": ".", "clobber": "xo", "col": "xo.", "snort": "xo."}


def demand(holds, why):
    if not holds:
        raise ValueError(why)


def read_part(text, games):
    """Reads `domineering ..#/...`, `-col x..`, which is a negative, `octal 0.77 12`, `nim 5`, `game 3`."""
    shape = PART.fullmatch(text)
    demand(shape and bool(shape[3]) == (shape[2] == "octal"), f"no part: {text}")
    negated, name, code, rest = shape.groups()
    if name in LETTERS:
        rows = rest.split("/")
        fine = rows[0] and {len(row) for row in rows} == {len(rows[0])} and set(rest) <= set(LETTERS[name] + "/")
        demand(fine and (name != "toads_frogs" or len(rows) == 1), f"no board: {text}")
        part = (name, len(rows[0]), "".join(rows))
    else:
        demand(name in ("game", "nim", "octal") and rest.isascii() and rest.isdigit(), f"no part: {text}")
        demand(name != "game" or int(rest) < len(games) // 2, f"there is no game {rest}")
        part = (name, code, int(rest)) if code else (name, int(rest))
    return negative(part, games) if negated else part


def negative(part, games):
    name = part[0]
    if name not in LETTERS:  # Of games, see `verify`.
        return (name, (part[1] + len(games) // 2) % len(games)) if name == "game" else part
    width, cells = part[1:]
    if name == "domineering":
        return (name, len(cells) // width, "".join(cells[column::width] for column in range(width)))
    return (name, width, cells.translate(str.maketrans("xoTF", "oxFT"))[:: -1 if name == "toads_frogs" else 1])


def moves(part, player, games):
    """The parts after each move of a player, as lists."""
    name = part[0]
    if name == "game":
        return ([("game", option)] for option in games[part[1]][player == RIGHT])
    if name == "nim":
        return ([("nim", heap)] for heap in range(part[1]))
    if name == "octal":
        return octal_moves(part[1], part[2])
    width, cells = part[1:]
    return ([(name, width, after)] for after in BOARD_MOVES[name](width, cells, player))


def octal_moves(code, heap):
    for taken, digit in enumerate(map(int, code.replace(".", ""))):
        left = heap - taken
        if left >= 0 < taken and digit & (2 if left else 1):
            yield [("octal", code, left)] if left else []
        if digit & 4:
            yield from ([("octal", code, one), ("octal", code, left - one)] for one in range(1, left // 2 + 1))


@lru_cache(maxsize=None)
def neighbours(width, count):
    """The cells above, below, before and behind each cell of a board."""
    sides = lambda at: ((-width, at >= width), (width, at + width < count), (-1, at % width), (1, (at + 1) % width))
    return [[at + step for step, is_there in sides(at) if is_there] for at in range(count)]


def replaced(cells, *changes):
    for at, letter in changes:
        cells = cells[:at] + letter + cells[at + 1 :]
    return cells


def domineering(width, cells, player):
    for at, cell in enumerate(cells):
        other = at + (width if player == LEFT else 1)
        if cell == "." == cells[other : other + 1] and (player == LEFT or other % width):
            yield replaced(cells, (at, "#"), (other, "#"))


def clobber(width, cells, player):
    own, foe = "xo" if player == LEFT else "ox"
    for at in (at for at, cell in enumerate(cells) if cell == own):
        for to in neighbours(width, len(cells))[at]:
            if cells[to] == foe:
                yield replaced(cells, (at, "."), (to, own))


def col(width, cells, player, is_snort=False):
    own, foe = "xo" if player == LEFT else "ox"
    for at, cell in enumerate(cells):
        if cell == "." and all(cells[to] != (foe if is_snort else own) for to in neighbours(width, len(cells))[at]):
            yield replaced(cells, (at, own))


def toads_frogs(width, cells, player):
    for move in ("T_", "TF_") if player == LEFT else ("_F", "_TF"):
        for at in range(width):
            if cells.startswith(move, at):
                yield cells[:at] + move[::-1] + cells[at + len(move) :]


BOARD_MOVES = {rule.__name__: rule for rule in (domineering, clobber, col, toads_frogs)}
BOARD_MOVES["snort"] = lambda width, cells, player: col(width, cells, player, is_snort=True)


@lru_cache(maxsize=None)
def images(width, height, is_square):
    """The mirror images of a board of this size, rotations too if the ruleset allows: their widths, and their cells in order."""
    places = [[row * width + column for column in range(width)] for row in range(height)]
    turned = (places, [list(column) for column in zip(*places)])[: 1 + is_square]
    mirrored = [[row[::across] for row in rows[::down]] for rows in turned for down in (1, -1) for across in (1, -1)]
    return [(len(rows[0]), itemgetter(*sum(rows, [])) if width * height > 1 else str) for rows in mirrored]


@lru_cache(maxsize=1 << 20)
def regions(part):
    """The parts into which a part falls, each in the first of its images."""
    name = part[0]
    if name not in REGION:
        return [part]
    width, cells = part[1:]
    waiting, found, near = {at for at, cell in enumerate(cells) if cell in REGION[name]}, [], neighbours(width, len(cells))
    while waiting:
        region = [waiting.pop()]
        for at in region:
            for to in near[at]:
                if to in waiting:
                    waiting.remove(to)
                    region.append(to)
        columns = {at % width for at in region}
        top, first = min(region) // width, min(columns)
        tall, wide = max(region) // width - top + 1, max(columns) - first + 1
        box = ["#"] * (wide * tall)
        for at in region:
            box[(at // width - top) * wide + at % width - first] = cells[at]
        found.append((name, *min((w, "".join(take(box))) for w, take in images(wide, tall, name != "domineering"))))
    return found


class Proof:
    """Positions as sorted tuples of the numbers of their parts; parts without a move are left out."""

    def __init__(self, games):
        self.games, self.numbers, self.parts, self.alive, self.after = games, {}, [], [], {}

    def number(self, part):
        if part not in self.numbers:
            self.numbers[part] = len(self.parts)
            self.parts.append(part)
            self.alive.append(any(True for player in OTHER for _ in moves(part, player, self.games)))
        return self.numbers[part]

    def sum(self, parts):
        return tuple(sorted(n for part in parts for n in map(self.number, regions(part)) if self.alive[n]))

    def options(self, position, player):
        for number in dict.fromkeys(position):
            at = position.index(number)
            if (number, player) not in self.after:
                self.after[number, player] = ([], moves(self.parts[number], player, self.games))
            (known, unknown), rest = self.after[number, player], position[:at] + position[at + 1 :]
            yield from (tuple(sorted(rest + parts)) for parts in known)
            for parts in map(self.sum, unknown):
                if parts not in known:
                    known.append(parts)
                    yield tuple(sorted(rest + parts))

    def check(self, lost, player):
        """Every move from a position that this player loses is answered by a move to another such position."""
        for position in lost:
            for after in self.options(position, player):
                demand(any(answer in lost for answer in self.options(after, OTHER[player])), f"a move of {player} has no answer")


def check_period(code, preperiod, period, **_):
    """A period of nim-values goes on if it lasts to 2n + p + t, t the most that a move takes (Guy and Smith 1956).

    Where n is 0, it counts as 1: a heap that a move leaves is exchanged for a smaller one, and neither may be empty.
    """
    longest = len(code.partition(".")[2].rstrip("0"))
    count = 2 * max(preperiod, 1) + 2 * period + longest
    demand(is_octal(code) and preperiod >= 0 < period and count <= MOST_HEAPS, "no period, or too long")
    values = []
    for heap in range(count):
        after = {reduce(xor, (values[part[-1]] for part in parts), 0) for parts in octal_moves(code, heap)}
        values.append(next(value for value in range(len(after) + 1) if value not in after))
    repeats = lambda start, stop, by: all(values[heap] == values[heap + by] for heap in range(start, stop))
    demand(repeats(preperiod, count - period, period), "the nim-values do not repeat")
    sooner = (less for less in range(1, period) if period % less == 0)
    is_least = preperiod == 0 or not repeats(preperiod - 1, preperiod, period)
    demand(is_least and not any(repeats(preperiod, preperiod + period, less) for less in sooner), "they repeat sooner")


def check_quotient(code, size, times, lost, **_):
    """The sum of heaps h, i, .. has the element times[i][times[h][0]], and is lost in misère play if that is in `lost`."""
    last, order, portion = size
    elements, is_lost = range(order), set(lost)
    fine = all(0 <= x < order for row in times + [lost] for x in row)
    demand(fine and {len(row) for row in times} == {order} and is_octal(code), "that is no table of elements")
    fine = len(times) == last + 1 <= MOST_GENERATORS and len(is_lost) == len(lost) == portion
    demand(fine, "there are more heaps or elements, or fewer")
    demand(all(a[b[x]] == b[a[x]] for a in times for b in times for x in elements), "the order of heaps makes a difference")
    beside = lambda element, parts: reduce(lambda x, part: times[part[-1]][x], parts, element)
    moves = [list(octal_moves(code, heap)) for heap in range(len(times))]
    # The elements of a sum and of its options say what they are of the sum with one heap more.
    kinds = [(0, frozenset())]
    seen = set(kinds)
    for element, options in kinds:
        demand((element in is_lost) == (bool(options) and not options & is_lost), f"element {element} is both won and lost")
        for row, parts in zip(times, moves):
            kind = (row[element], frozenset(row[x] for x in options) | {beside(element, left) for left in parts})
            if kind not in seen:
                seen.add(kind)
                kinds.append(kind)
        demand(len(kinds) <= MOST_KINDS, "too many kinds of sums")
    demand(len({element for element, _ in kinds}) == order, "an element is that of no sum")
    classes, count = [x in is_lost for x in elements], 0
    while len(set(classes)) > count:
        count = len(set(classes))
        classes = [(classes[x], *(classes[row[x]] for row in times)) for x in elements]
        classes = list(map(sorted(set(classes)).index, classes))
    demand(count == order, "nothing tells two elements apart")


WORDS = {
    "compare": "{left} {relation} {right}",
    "winner": "{winner} wins {position} if {starter} moves first",
    "period": "the nim-values of octal {code} have preperiod {preperiod} and period {period}",
    "quotient": "the misère quotient of octal {code} to heap {size[0]} has order {size[1]} and P-portion {size[2]}",
}
CHECKS = {"period": check_period, "quotient": check_quotient}
# The form of a certificate: the members of each object, and their kinds.
SHAPE = {"format": str, "version": int, "words": str, "games": [[[int]]], "parts": [str], "lost": {"L": [[int]], "R": [[int]]}}
STATEMENTS = {
    "compare": {"left": [str], "relation": str, "right": [str]},
    "winner": {"position": [str], "starter": str, "winner": str},
    "period": {"code": str, "preperiod": int, "period": int},
    "quotient": {"code": str, "size": [int]},
}
QUOTIENT = {"times": [[int]], "lost": [int]}


def words(statement):
    sums = {name: " + ".join(value) or "0" for name, value in statement.items() if name in ("left", "right", "position")}
    return WORDS[statement["kind"]].format(**statement | sums)


def fits(value, shape):
    if type(shape) is dict:
        return type(value) is dict and set(value) == set(shape) and all(fits(value[name], shape[name]) for name in shape)
    if type(shape) is list:
        return type(value) is list and all(fits(member, shape[0]) for member in value)
    return type(value) is shape


def verify(certificate):
    """Returns the statement in words if the certificate proves it, else raises `ValueError`."""
    demand(certificate["format"] == "cg certificate" and certificate["version"] == 1, "another format")
    games, statement, lost = certificate["games"], certificate["statement"], {}
    kind = statement["kind"]
    shape = SHAPE | {"statement": {"kind": str} | STATEMENTS[kind]} | ({"quotient": QUOTIENT} if kind == "quotient" else {})
    demand(fits(certificate, shape), "it has other members")
    for number, sides in enumerate(games):
        demand(len(sides) == 2 and all(0 <= n < number for n in sides[0] + sides[1]), f"game {number} has other options")
    # The negative of each game stands as far behind it as there are games.
    games = games + [[[n + len(games) for n in side] for side in reversed(sides)] for sides in games]
    proof = Proof(games)
    parts = [read_part(text, games) for text in certificate["parts"]]
    for player, lists in certificate["lost"].items():
        demand(all(0 <= n < len(parts) for numbers in lists for n in numbers), "no such part")
        lost[player] = {proof.sum([parts[n] for n in numbers]) for numbers in lists}
        proof.check(lost[player], player)
    position, claims = (), []
    read_sum = lambda side: [read_part(text, games) for text in statement[side]]
    if kind in CHECKS:
        CHECKS[kind](**statement, **certificate.get("quotient", {}))
    elif kind == "compare":
        position = proof.sum(read_sum("left") + [negative(part, games) for part in read_sum("right")])
        claims = [(player, player in FIRST_WINS[statement["relation"]]) for player in OTHER]
    else:
        demand({statement["starter"], statement["winner"]} <= set(OTHER), "no player")
        position = proof.sum(read_sum("position"))
        claims = [(statement["starter"], statement["starter"] == statement["winner"])]
    for player, wins in claims:
        goals = proof.options(position, player) if wins else [position]
        shown = any(goal in lost[OTHER[player] if wins else player] for goal in goals)
        demand(shown, f"{player}, moving first, is not shown to {'win' if wins else 'lose'}")
    demand(certificate["words"] == words(statement), "the words say something else")
    return certificate["words"]


def once(members):
    """Returns the members of an object as a dictionary; each stands in it once."""
    demand(len(dict(members)) == len(members), "a member stands twice")
    return dict(members)


if __name__ == "__main__":
    # Nothing here refers to itself in a circle; to look for that takes a third of the time.
    gc.disable()
    for file in sys.argv[1:]:
        try:
            with open(file, encoding="utf-8") as text:
                certificate = json.load(text, object_pairs_hook=once)
            # `cg` may have written it as a text in JSON.
            certificate = json.loads(certificate, object_pairs_hook=once) if isinstance(certificate, str) else certificate
            print(f"{file}: proved: {verify(certificate)}")
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as why:
            sys.exit(f"{file}: refused: {why!r}")

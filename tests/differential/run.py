#!/usr/bin/env python3
"""Two builds of cg on random programs: every answer and every error, with its place and its notes, must be the same.

    python3 tests/differential/run.py OLD NEW --programs 100000 --seed 1

Each build reads the programs on its standard input, as at the prompt, many in one process. What it writes for each statement
is compared, except where one of them ran out of time or memory. A program that differs is run alone, loses statements and words
for as long as it differs in the same way, and is shown; of each kind of difference a few. `--only 17` is program 17 of that
seed alone. At the end it says what the statements came to. Ends with 1 if there is a difference, if one of the builds dies, or
if a program does not end. `programs.py SEED NUMBER` prints a program.
"""

import argparse
import collections
import itertools
import json
import re
import subprocess
import sys
import time

import programs

PER_PROCESS = 50
SECONDS_TO_SHRINK = 20
LIMITS = ("limit::time", "limit::memory", "limit::interrupted")


class Build:
    """A program `cg`, and how it is started."""

    def __init__(self, path, wanted):
        self.command = [path, "--no-init", "--errors=json", f"--timeout={wanted.timeout}", f"--memory={wanted.memory}"]
        self.patience = wanted.patience
        self.seconds = 0

    def outputs(self, all_statements):
        """Returns, for each of some programs, what is written for each of its statements, and how the process ended."""
        found = []
        while len(found) < len(all_statements):
            found += self.some(all_statements[len(found) :])
        return found

    def some(self, all_statements):
        """Runs programs in one process, until it dies or all have run."""
        lines = []
        for p, statements in enumerate(all_statements):
            lines.append(":reset")
            for s, statement in enumerate([*statements, 'print("end")']):
                lines += [f'print("@@ {p} {s}")', statement]
        begun = time.time()
        try:
            ran = subprocess.run(self.command, input="\n".join(lines) + "\n", text=True, errors="replace", stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=self.patience)
            text, end = ran.stdout, "exit" if ran.returncode in (0, 1, 2) else f"died: {ran.returncode}"
        except subprocess.TimeoutExpired as stopped:
            text, end = (stopped.output or b"").decode(errors="replace"), "does not end"
        self.seconds += time.time() - begun
        parts = re.split(r"^@@ (\d+) (\d+)\n", text, flags=re.M)
        found = []
        for p, s, written in zip(parts[1::3], parts[2::3], parts[3::3]):
            while len(found) <= int(p):
                found.append(([], "exit"))
            # A statement that is never closed takes in what comes after it.
            found[-1][0].extend([""] * (int(s) - len(found[-1][0])))
            found[-1][0].append(written.removesuffix("everything is forgotten\n"))
        if end != "exit":
            found = found or [([""], "")]
            found[-1] = (found[-1][0], end)
        return found


def codes(written):
    """Returns the codes of the errors and warnings in what was written for a statement."""
    return tuple(re.findall(r'"code": "([^"]*)","severity"', written))


def compared(old, new):
    """Returns the number of the first statement that differs and the kind of difference, or `None`."""
    last = min(len(old[0]), len(new[0])) - 1
    for s, (a, b) in enumerate(zip(old[0], new[0])):
        if s == last and (old[1], new[1]) != ("exit", "exit"):
            return s, f"{old[1]} -> {new[1]}"
        if a == b:
            continue
        limited = [any(code in LIMITS for code in codes(text)) for text in (a, b)]
        if all(limited):
            continue
        if any(limited):
            # From here on names may stand for different things.
            return None
        return s, kind(a, b)
    return (last, "a statement was passed over") if len(old[0]) != len(new[0]) else None


def kind(a, b):
    """Returns in words how two answers differ."""
    first, second = ("+".join(codes(text)) or "an answer" for text in (a, b))
    if first != second:
        return f"{first} -> {second}"
    if first == "an answer":
        return "another answer"
    try:
        errors = [[json.loads(line) for line in text.splitlines() if line.startswith('{"message"')] for text in (a, b)]
    except ValueError:
        return f"{first}: another error"
    fields = {field for x, y in zip(*errors) for field in x | y if x.get(field) != y.get(field)}
    return f"{first}: another {' and '.join(sorted(fields)) or 'output'}"


def smaller(statements):
    """Yields a program without one of its statements, then without some neighbouring words of one of them, many words first."""
    for s in range(len(statements)):
        yield statements[:s] + statements[s + 1 :]
    words = [re.findall(r'\s+|\w+|"[^"]*"|:=|\.\.|[<>=!]=|.', statement) for statement in statements]
    for size in (64, 32, 24, *range(16, 0, -1)):
        for s, line in enumerate(words):
            for at in range(len(line) - size + 1):
                yield [*statements[:s], "".join(line[:at] + line[at + size :]), *statements[s + 1 :]]


def shrunk(statements, wanted, old, new):
    """Makes a program smaller for as long as the two builds differ in the same way."""
    end = time.time() + SECONDS_TO_SHRINK
    found = statements
    while found and time.time() < end:
        statements, found, candidates = found, None, smaller(found)
        while not found and (batch := list(itertools.islice(candidates, PER_PROCESS))):
            for candidate, a, b in zip(batch, old.outputs(batch), new.outputs(batch)):
                difference = compared(a, b)
                if not found and difference and difference[1] == wanted:
                    found = candidate
    return statements


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old", help="a program cg")
    options.add_argument("new", help="another one")
    options.add_argument("--programs", type=int, default=1000, help="the number of programs (1000)")
    options.add_argument("--seed", default="1", help="programs of other seeds are others (1)")
    options.add_argument("--only", type=int, help="the number of one program")
    options.add_argument("--timeout", default="300ms", help="the longest time for a statement (300ms)")
    options.add_argument("--memory", default="16MiB", help="the most memory for a statement (16MiB)")
    options.add_argument("--patience", type=float, default=120, help="the seconds after which a process is stopped (120)")
    options.add_argument("--ignore", default="^$", help="a pattern of differences that are counted and not shown")
    options.add_argument("--examples", type=int, default=2, help="how many of each kind of difference are shown (2)")
    wanted = options.parse_args()
    old, new = Build(wanted.old, wanted), Build(wanted.new, wanted)
    numbers = range(wanted.programs) if wanted.only is None else [wanted.only]
    statuses, kinds, limited, begun = collections.Counter(), collections.Counter(), 0, time.time()
    for start in range(0, len(numbers), PER_PROCESS):
        batch = numbers[start : start + PER_PROCESS]
        drawn = [programs.program(f"{wanted.seed} {number}") for number in batch]
        for number, statements, a, b in zip(batch, drawn, old.outputs(drawn), new.outputs(drawn)):
            for written in a[0][: len(statements)]:
                errors = [code for code in codes(written) if not code.startswith(("name::shadows",))]
                statuses[errors[-1] if '"severity": "error"' in written else "an answer"] += 1
            difference = compared(a, b)
            if not difference:
                limited += a[0] != b[0]
                continue
            at, how = difference
            kinds[how] += 1
            if kinds[how] > wanted.examples or re.search(wanted.ignore, how):
                continue
            print(f"--- program {number} of seed {wanted.seed}: {how}")
            alone = compared(old.outputs([statements])[0], new.outputs([statements])[0])
            if not alone or alone[1] != how:
                print("  only after the programs before it")
                continue
            small = shrunk(statements[: at + 1], how, old, new)
            outputs = [build.outputs([small])[0] for build in (old, new)]
            for s, statement in enumerate(small):
                print(f"  {statement}")
                ours = [output[0][s] if s < len(output[0]) else output[1] for output in outputs]
                if ours[0] != ours[1]:
                    print(f"    old: {ours[0].strip()}\n    new: {ours[1].strip()}", flush=True)
    total = sum(statuses.values())
    seconds = f"{time.time() - begun:.0f} s, {old.seconds:.0f} s of it old, {new.seconds:.0f} s new"
    print(f"{len(numbers)} programs, {total} statements, {seconds}")
    print(f"{statuses['an answer'] / total:.0%} give an answer; {limited} programs cut by a limit of one build alone")
    for status, count in statuses.most_common():
        print(f"{count:>9} {count / total:6.2%}  {status}")
    for how, count in kinds.most_common():
        print(f"{count:>9} programs differ: {how}")
    sys.exit(any(not re.search(wanted.ignore, how) for how in kinds))


main()

#!/usr/bin/env python3
"""Rules as people write them, by cg and by plain Python: NAME.cg beside its twin NAME.py, which prints the same line.

    python3 benches/own_rules/run.py target/release/cg [WORD ...]

A row for each pair in whose name one of the words stands: the process CPU seconds of both, the least of three runs, without
the time that each takes to start, and how many times as long Python takes. Ends with 1 if an answer differs, if a ratio is
below --least, or if their geometric mean is below --mean.
"""

import argparse
import math
import pathlib
import re
import resource
import subprocess
import sys


def run(command, text, limit):
    """Returns the CPU seconds of a program that reads a text, and what it prints: `None` if it is stopped at the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=limit)
        printed = (done.stdout + done.stderr).strip()
    except subprocess.TimeoutExpired:
        printed = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, printed


def least(command, text, runs, limit):
    """Returns the least CPU seconds of some runs, of one alone if that takes long, and what is printed."""
    seconds, printed = run(command, text, limit)
    for _ in range(runs - 1 if seconds < 5 else 0):
        seconds = min(seconds, run(command, text, limit)[0])
    return seconds, printed


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cg", help="the program, such as target/release/cg")
    options.add_argument("words", nargs="*", help="parts of names of rules; without them all rules run")
    options.add_argument("--size", help="the size of every rule, instead of the one that its files give")
    options.add_argument("--runs", type=int, default=3, help="the number of runs of each rule (3)")
    options.add_argument("--limit", type=float, default=100, help="the seconds after which a run is stopped (100)")
    options.add_argument("--least", type=float, default=0, help="the least ratio wanted of a rule")
    options.add_argument("--mean", type=float, default=0, help="the least geometric mean wanted")
    wanted = options.parse_args()

    def measured(command, rule):
        text = rule.read_text()
        if wanted.size:
            text = re.sub(r"(?m)^(size :?=) .*", rf"\1 {wanted.size}", text)
        return least(command, text, wanted.runs, wanted.limit)

    cg, python = [wanted.cg, "--no-init", "-"], [sys.executable, "-"]
    start_cg, _ = least(cg, "1", 2 * wanted.runs, wanted.limit)
    start_python, _ = least(python, "pass", 2 * wanted.runs, wanted.limit)
    ratios, failed = [], []
    for rule in sorted(pathlib.Path(__file__).parent.glob("*.cg")):
        if wanted.words and not any(word in rule.stem for word in wanted.words):
            continue
        theirs, expected = measured(python, rule.with_suffix(".py"))
        ours, answer = measured(cg, rule)
        theirs, ours = max(theirs - start_python, 1e-3), max(ours - start_cg, 1e-3)
        ratios.append(theirs / ours)
        fault = ""
        if answer != expected:
            failed.append(rule.stem)
            fault = f"   over {wanted.limit:g} s" if answer is None else f"   {answer} IS NOT {expected}"
        print(f"{rule.stem:<26} python {theirs:7.3f} s   cg {ours:7.3f} s   ratio {theirs / ours:8.3f}{fault}", flush=True)
    if not ratios:
        sys.exit("no rule has such a name")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} rules, geometric mean {mean:.2f}, least {min(ratios):.3f}; failed: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed) or min(ratios) < wanted.least or mean < wanted.mean)


if __name__ == "__main__":
    main()

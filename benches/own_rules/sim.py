from functools import lru_cache

size = 5
edges = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]


def closes(mine, a, b):
    return any((min(a, c), max(a, c)) in mine and (min(b, c), max(b, c)) in mine for c in range(1, size + 1))


@lru_cache(None)
def wins(mine, theirs):
    for e in edges:
        if e not in mine and e not in theirs and not closes(mine, *e) and not wins(theirs, mine | {e}):
            return True
    return False


def outcome(left, right):
    starters = wins(left, right), wins(right, left)
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[starters]


print("".join(outcome(frozenset([e]), frozenset([f])) for e in edges for f in edges if e != f))

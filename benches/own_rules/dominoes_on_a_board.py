from functools import lru_cache

size = 4


def put(cells, p, q):
    return "".join("#" if i in (p, q) else c for i, c in enumerate(cells))


@lru_cache(None)
def wins(rows, columns, cells, left):
    for p, cell in enumerate(cells):
        q = p + columns if left else p + 1
        inside = q < rows * columns if left else q % columns != 0
        if cell == "." and inside and cells[q] == "." and not wins(rows, columns, put(cells, p, q), not left):
            return True
    return False


def outcome(rows, columns):
    starters = [wins(rows, columns, "." * rows * columns, left) for left in (True, False)]
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[tuple(starters)]


print(f"[{', '.join(outcome(m, n) for m in range(1, size + 1) for n in range(1, size + 3))}]")

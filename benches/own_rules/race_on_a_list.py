from functools import lru_cache

size = 5


def swap(xs, i, j):
    ys = list(xs)
    ys[i], ys[j] = ys[j], ys[i]
    return tuple(ys)


def is_open(xs, i, j):
    return 0 <= j < len(xs) and xs[j] == 0 and (abs(i - j) == 1 or xs[(i + j) // 2] != xs[i])


@lru_cache(None)
def wins(xs, player):
    step = 1 if player == 1 else -1
    for i in range(len(xs)):
        if xs[i] == player:
            for j in (i + step, i + 2 * step):
                if is_open(xs, i, j) and not wins(swap(xs, i, j), 3 - player):
                    return True
    return False


def outcome(xs):
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[wins(xs, 1), wins(xs, 2)]


rows = [outcome((1,) * a + (0, 0, 0) + (2,) * b) for a in range(size + 1) for b in range(size + 1)]
print(f"[{', '.join(rows)}]")

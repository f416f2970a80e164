size = 250


def moves(a, b):
    if a:
        yield from (((a + k) % size, b) for k in (1, 3) if b == 0 or (a + k) % size != b)
    if b:
        yield from ((a, (b + k) % size) for k in (1, 3) if a == 0 or (b + k) % size != a)


places = [(a, b) for a in range(size) for b in range(size)]
before = {p: [] for p in places}
open_moves = {}
for p in places:
    after = list(moves(*p))
    open_moves[p] = len(after)
    for q in after:
        before[q].append(p)
wins = {p: False for p in places if open_moves[p] == 0}
queue = list(wins)
for p in queue:
    for q in before[p]:
        if q in wins:
            continue
        open_moves[q] -= 1
        if not wins[p]:
            wins[q] = True
        elif open_moves[q] == 0:
            wins[q] = False
        else:
            continue
        queue.append(q)
won = sum(wins.values())
print([won, len(wins) - won, len(places) - len(wins)])

size = 4000
wins = [False]
winning = 0
for n in range(1, size + 1):
    good = {n - k for k in range(1, n // 2 + 1) if n % k == 0 and not wins[n - k]}
    wins.append(bool(good))
    winning += len(good)
print(winning)

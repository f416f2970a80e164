from math import isqrt

size = 40000
wins = []
for n in range(size + 1):
    wins.append(any(not wins[n - k * k] for k in range(1, isqrt(n) + 1)))
print(wins.count(False))

size = 150000
wins = []
for n in range(size + 1):
    wins.append(any(not wins[n - k] for k in (3, 8, 12, 21, 35, 40, 41, 57, 66, 81) if k <= n))
print(sum(n for n in range(size + 1) if not wins[n]))

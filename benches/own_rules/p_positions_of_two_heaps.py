size = 150
wins = {}
for a in range(size + 1):
    for b in range(size + 1):
        wins[a, b] = (
            any(not wins[a - k, b] for k in range(1, min(a, 5) + 1))
            or any(not wins[a, b - k] for k in range(1, min(b, 5) + 1))
            or any(not wins[a - k, b - k] for k in range(1, min(a, b) + 1))
        )
print(sum(a * b for a in range(size + 1) for b in range(a, size + 1) if not wins[a, b]))

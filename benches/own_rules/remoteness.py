size = 80000
remoteness = []
for n in range(size + 1):
    after = [remoteness[n - k] for k in (2, 5, 9) if k <= n]
    if n >= 2:
        after.append(remoteness[n // 2])
    lost = [r for r in after if r % 2 == 0]
    remoteness.append(1 + min(lost) if lost else 1 + max(after, default=-1))
print(max(remoteness))

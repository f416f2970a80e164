size = 3000
values = [0]
for n in range(1, size + 1):
    reached = {values[a] ^ values[n - a] for a in range(1, (n - 1) // 2 + 1)}
    mex = 0
    while mex in reached:
        mex += 1
    values.append(mex)
print([max(values), values[size]])

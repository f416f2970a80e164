size = 40000
takes = sorted({2**i for i in range(11)} | {2**i + 2**j for i in range(11) for j in range(11) if i < j})
values = []


def mex(numbers):
    least = 0
    while least in numbers:
        least += 1
    return least


for n in range(size + 1):
    values.append(mex({values[n - k] for k in takes if k <= n}))
print(max(values))

# expect: error crash|crash
# Ten thousand causes of one error.
def decide(request):
    problem = ValueError("first")
    for number in range(10_000):
        after = ValueError(number)
        after.__cause__ = problem
        problem = after
    raise problem

# expect: error crash
# Three thousand causes of one error.
def decide(request):
    problem = ValueError("first")
    for number in range(3_000):
        after = ValueError(number)
        after.__cause__ = problem
        problem = after
    raise problem

# expect: timeout|error crash|crash|error memory|memory
# Errors in errors in errors, each told twice.
def decide(request):
    problem = ValueError("x" * 1000)
    for _ in range(300):
        problem = ExceptionGroup("many", [problem, problem])
    raise problem

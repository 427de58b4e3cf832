# expect: timeout|memory|error memory
# Nested cleanup is copied twice at every level by the compiler.
def decide(request):
    depth = 19
    lines = [" " * n + "try: x\n" + " " * n + "finally:\n" for n in range(depth)]
    compile("".join(lines) + " " * depth + "x\n", "x", "exec")
    compile("".join(lines) + " " * depth + "x\n", "x", "exec")
    while True:
        pass

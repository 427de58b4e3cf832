# expect: protocol
# A parser that recurses runs over its stack.
def decide(request):
    say(b'{"id":1,"picks":' + b"[" * 30_000 + b"]" * 30_000 + b"}")

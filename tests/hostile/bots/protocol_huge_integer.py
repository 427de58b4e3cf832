# expect: protocol
# Sixty thousand digits take quadratic time to read.
def decide(request):
    say(b'{"id":1,"picks":[' + b"9" * 60_000 + b"]}")

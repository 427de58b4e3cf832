# expect: protocol|illegal
# A line full of picks, each legal.
def decide(request):
    say(b'{"id":1,"picks":[' + b"0," * 30_000 + b"0]}")

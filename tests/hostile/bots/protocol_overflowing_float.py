# expect: protocol
# Written with digits, infinite when read.
def decide(request):
    say(b'{"id":1,"picks":[1e999]}')

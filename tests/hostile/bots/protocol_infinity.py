# expect: protocol
# A number greater than every limit.
def decide(request):
    say(b'{"id":1,"picks":[Infinity,-Infinity]}')

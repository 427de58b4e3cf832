# expect: protocol
# Keys that change every object of a careless page.
def decide(request):
    say(b'{"id":1,"picks":[0],"__proto__":{"admin":true},"constructor":{"prototype":1}}')

# expect: protocol
# What nobody asked for may mean something one day.
def decide(request):
    say(b'{"id":1,"picks":[0],"rating":3000}')

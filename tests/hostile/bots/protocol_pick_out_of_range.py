# expect: illegal
# An option that is not there, behind the guest's back.
def decide(request):
    say(b'{"id":1,"picks":[3]}')

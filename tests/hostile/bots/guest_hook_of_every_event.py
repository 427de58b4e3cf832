# expect: crash exit code 1|error crash
# An audit hook can forbid the guest whatever it does.
def forbid(event, arguments):
    raise RuntimeError("no " + event)


def decide(request):
    sys.addaudithook(forbid)
    return open("/bot/bot.py")

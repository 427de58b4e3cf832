# expect: error crash
# Leaving politely is a crash too.
def decide(request):
    sys.exit(0)

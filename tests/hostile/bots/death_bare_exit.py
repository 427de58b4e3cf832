# expect: crash exit code 0
# An end without a word, and without an error, is no answer.
def decide(request):
    os._exit(0)

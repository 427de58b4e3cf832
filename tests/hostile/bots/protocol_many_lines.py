# expect: protocol
# Fifty answers to one question.
def decide(request):
    os.write(4, b'{"id":1,"picks":[0]}\n' * 50)
    return 0

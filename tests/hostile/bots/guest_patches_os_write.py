# expect: protocol
# Every byte twice.
def decide(request):
    plain = os.write
    os.write = lambda end, data: plain(end, bytes(data)[:-1] + bytes(data))
    return request.default

# expect: error illegal
# An index that is another each time one asks.
class Index:
    asked = 0

    def __index__(self):
        Index.asked += 1
        return Index.asked - 1 if Index.asked < 2 else -1


def decide(request):
    return [Index(), Index()]

# expect: error illegal
# An answer that equals every option.
class Any(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def decide(request):
    return [Any("Gold")] * 100

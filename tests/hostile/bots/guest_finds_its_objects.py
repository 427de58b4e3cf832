# expect: protocol
# The guest's message, found in memory and given another id.
import gc


def decide(request):
    for found in gc.get_objects():
        if type(found) is dict and found.get("type") == "decide":
            found["id"] = 999
    return request.default

# expect: error memory|memory
# A bot that unpacks its own bomb, where no unpacker looks.
import zlib


def decide(request):
    layer = zlib.compress(bytes(100 << 10))
    bomb = zlib.compressobj()
    packed = b"".join(bomb.compress(bytes(1 << 20)) for _ in range(8)) + bomb.flush()
    return len([zlib.decompress(packed) * 32 for _ in range(64)]) + len(layer)

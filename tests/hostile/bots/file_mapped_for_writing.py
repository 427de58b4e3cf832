# expect: held
# A shared mapping changes a file without a write.
import mmap


def attack(config):
    end = os.open("/usr/bin/python3.11", os.O_RDONLY)
    return that_worked((mmap.mmap, end, 4096, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE))

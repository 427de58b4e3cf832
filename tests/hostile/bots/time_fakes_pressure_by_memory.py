# expect: timeout
# Taking and leaving pages makes the kernel work, not the host wait.
import mmap, time


def decide(request):
    while True:
        with mmap.mmap(-1, 1 << 20) as page:
            page.write(b"x" * (1 << 20))
        time.sleep(0.03)

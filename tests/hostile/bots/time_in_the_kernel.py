# expect: timeout
# Time that the kernel spends for a bot is the bot's time.
import mmap


def decide(request):
    while True:
        with mmap.mmap(-1, 1 << 22) as page:
            page.write(b"x" * (1 << 22))

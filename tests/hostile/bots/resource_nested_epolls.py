# expect: held
# Epolls that watch epolls make one wake-up into thousands.
import select


def attack(config):
    chain = [select.epoll()]
    try:
        while len(chain) < 500:
            chain.append(select.epoll())
            chain[-1].register(chain[-2])
    except OSError:
        print(len(chain), "epolls")
    return len(chain) > 32 and f"{len(chain)} epolls"

# expect: held
# Over its socket file, PostgreSQL believes in the user's name alone.
import socket


def attack(config):
    for path in (config["postgres"], "/run/postgresql/.s.PGSQL.5432", "/tmp/.s.PGSQL.5432"):
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(path)
            return f"reached {path}"

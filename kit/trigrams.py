"""Whether the platform's database can find misspelled names."""

import os

from arena.core.search_index import EXTENSION, HAS_TRIGRAMS, TRIGRAM_INDEXES

CONNECT_SECONDS = 5


def remedy() -> str:
    """Return the command that lets search find misspellings; empty if nothing is missing."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith(("postgres://", "postgresql://")):
        return ""
    try:
        import psycopg  # noqa: PLC0415  # kingsbench[server] alone has it
    except ImportError:
        return ""
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            row = connection.execute(HAS_TRIGRAMS).fetchone()
            name = connection.info.dbname
    except psycopg.Error:
        return ""  # that it cannot be reached is said by the site's health
    if row == (True,):
        return ""
    return f"sudo -u postgres psql -d {name} -c '{'; '.join((EXTENSION, *TRIGRAM_INDEXES))}'"

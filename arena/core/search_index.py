"""PostgreSQL's indexes for search: words, and trigrams for misspellings. Without Django."""

from collections.abc import Mapping

WORD_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "arena_bot": ("name", "description"),
    "arena_ladder": ("name", "description"),
    "arena_tournament": ("name", "description"),
    "arena_league": ("name", "description"),
    "accounts_user": ("username", "affiliation"),
}
JOINED = " || ' ' || "
# Text with these signs may be read as one word: an address, a file, a number.
WORDS = "to_tsvector('simple'::regconfig, translate({}, './-_@:+', '       '))"

WORD_INDEXES = tuple(
    f"CREATE INDEX {table}_words ON {table} USING gin ({WORDS.format(JOINED.join(columns))})"
    for table, columns in WORD_COLUMNS.items()
)
EXTENSION = "CREATE EXTENSION IF NOT EXISTS pg_trgm"
TRIGRAM_INDEXES = tuple(
    f"CREATE INDEX IF NOT EXISTS {table}_trigrams ON {table} USING gin ({columns[0]} gin_trgm_ops)"
    for table, columns in WORD_COLUMNS.items()
)
DROPPED = tuple(
    f"DROP INDEX IF EXISTS {table}_{kind}"
    for table in WORD_COLUMNS
    for kind in ("words", "trigrams")
)
HAS_TRIGRAMS = "SELECT to_regproc('word_similarity') IS NOT NULL"

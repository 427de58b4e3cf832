"""The card of a dataset: what is in it, and how to read it."""

from arena.matches.referee.dataset import COLUMNS
from kit.dataset.part import Counts

TEXT = """# Decisions of games

From {source}. Matches: {matches}, decisions: {decisions}.
Each row is a decision: what was asked, what the seat saw, what it picked, and how the game ended
for it.

```python
{example}
```

| column | |
|---|---|
{columns}

- A row has only what its seat knew: hidden cards are not in `view`.
- A seat that lost its bot goes on with default answers: its `clock` is null.
- The games of a match are of one deal, with the bots in other seats: keep them together when you
  split the data.
- The handbook describes `decision` and `view` under "Protocol".
- `dataset.json` lists the files. When the dataset grows, whole files stay as they are.

Made by Kingsbench, from games of bots. There is no source code in it, and of people nothing but
the names that they gave their bots.
"""
NDJSON = """import glob, gzip, json

for path in sorted(glob.glob("*.ndjson.gz")):
    for line in gzip.open(path):
        row = json.loads(line)"""
PARQUET = """import duckdb

print(duckdb.sql("SELECT bot, avg(rank), avg(clock) FROM '*.parquet' GROUP BY bot"))"""
EXAMPLES = {"ndjson": NDJSON, "parquet": PARQUET}


def text(form: str, source: str, counts: Counts) -> str:
    """As Markdown."""
    columns = "\n".join(f"| `{name}` | {about} |" for name, about in COLUMNS.items())
    return TEXT.format(
        decisions=f"{counts.decisions:,}", matches=f"{counts.matches:,}", source=source,
        columns=columns, example=EXAMPLES[form],
    )  # fmt: skip

"""Time to pair Swiss rounds: `python -m bench.pairing`.

Tournaments of the usual length, in which the better seed wins seven of ten matches.
"""

import random
import time

from arena.tournaments.pairing import swiss, swiss_rounds
from arena.tournaments.standings import Ledger, Result, bye, table

FIELDS = (50, 100, 200, 300, 500)


def tournament(entrants: int, *, mirrored: bool) -> tuple[list[float], float]:
    """CPU seconds of each round's pairing and of the table at the end."""
    dice, results, seconds = random.Random(entrants), list[Result](), []
    for _ in range(swiss_rounds(entrants)):
        began = time.process_time()
        now = swiss.next_round(range(entrants), results, 1, mirrored=mirrored)
        seconds.append(time.process_time() - began)
        results += [bye(now.number, one) for one in now.byes]
        for pair in now.tables:
            strong = (pair[0] == min(pair, key=int)) == (dice.random() < 0.7)
            results.append(Result(now.number, pair, (1, 2) if strong else (2, 1)))
    began = time.process_time()
    table(Ledger(range(entrants), results))
    return seconds, time.process_time() - began


def main() -> None:
    """Print a table."""
    print("CPU seconds to pair a Swiss tournament (mirrored: seats are not looked at)\n")
    print("entrants  rounds  mirrored     sum  slowest round  standings")
    for entrants in FIELDS:
        for mirrored in (False, True):
            rounds, standings = tournament(entrants, mirrored=mirrored)
            print(
                f"{entrants:8}  {len(rounds):6}  {'yes' if mirrored else 'no':8}"
                f"  {sum(rounds):6.2f}  {max(rounds):13.2f}  {standings:9.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()

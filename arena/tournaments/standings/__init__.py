"""Standings: `table(Ledger(entrants, results), order)` returns rows, best first."""

from arena.tournaments.standings.results import Appearance as Appearance
from arena.tournaments.standings.results import Entrant as Entrant
from arena.tournaments.standings.results import Kind as Kind
from arena.tournaments.standings.results import Ledger as Ledger
from arena.tournaments.standings.results import OpponentResult as OpponentResult
from arena.tournaments.standings.results import Result as Result
from arena.tournaments.standings.results import absence as absence
from arena.tournaments.standings.results import bye as bye
from arena.tournaments.standings.results import without_early_leavers as without_early_leavers
from arena.tournaments.standings.table import POD_ORDER as POD_ORDER
from arena.tournaments.standings.table import ROUND_ROBIN_ORDER as ROUND_ROBIN_ORDER
from arena.tournaments.standings.table import SWISS_ORDER as SWISS_ORDER
from arena.tournaments.standings.table import StandingsRow as StandingsRow
from arena.tournaments.standings.table import TieBreak as TieBreak
from arena.tournaments.standings.table import table as table

"""Arithmetic of pairings: pure functions of seed and results. Raises CannotPair."""

from arena.tournaments.pairing.rounds import CannotPair as CannotPair
from arena.tournaments.pairing.rounds import Round as Round
from arena.tournaments.pairing.rounds import by_lot as by_lot
from arena.tournaments.pairing.sizes import swiss_rounds as swiss_rounds
from arena.tournaments.pairing.sizes import usual_games as usual_games

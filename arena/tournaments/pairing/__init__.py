"""Pairings by format: pure functions of seed and results. Raises CannotPair."""

from arena.tournaments.pairing.estimate import Estimate as Estimate
from arena.tournaments.pairing.estimate import Format as Format
from arena.tournaments.pairing.estimate import FormatTerms as FormatTerms
from arena.tournaments.pairing.estimate import estimate as estimate
from arena.tournaments.pairing.estimate import swiss_rounds as swiss_rounds
from arena.tournaments.pairing.estimate import usual_choices as usual_choices
from arena.tournaments.pairing.estimate import usual_games as usual_games
from arena.tournaments.pairing.rounds import CannotPair as CannotPair
from arena.tournaments.pairing.rounds import Round as Round
from arena.tournaments.pairing.rounds import by_lot as by_lot

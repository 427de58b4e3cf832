"""Pairings by format: pure functions of seed and results. Raises CannotPair."""

from arena.pairing.outline import Format as Format
from arena.pairing.outline import Outline as Outline
from arena.pairing.outline import Terms as Terms
from arena.pairing.outline import outline as outline
from arena.pairing.outline import swiss_rounds as swiss_rounds
from arena.pairing.outline import usual_choices as usual_choices
from arena.pairing.outline import usual_games as usual_games
from arena.pairing.rounds import CannotPair as CannotPair
from arena.pairing.rounds import Round as Round
from arena.pairing.rounds import drawn as drawn

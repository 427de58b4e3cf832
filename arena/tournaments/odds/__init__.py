"""How often the best entrant wins a tournament, by simulation; numbers only.

`play` plays whole cups between bots of known strength, `odds` looks up what came of many such cups,
and `choices` compares what an organiser can choose.
"""

from arena.tournaments.odds.choices import Choice as Choice
from arena.tournaments.odds.choices import alternatives as alternatives
from arena.tournaments.odds.choices import choice as choice
from arena.tournaments.odds.table import Odds as Odds
from arena.tournaments.odds.table import odds as odds

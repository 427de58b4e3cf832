"""How often the best entrant wins a tournament, by simulation; numbers only.

`play` plays whole cups between bots of known strength, `odds` looks up what came of many such cups,
and `choices` compares what an organiser can choose.
"""

from arena.cups.choices import Choice as Choice
from arena.cups.choices import alternatives as alternatives
from arena.cups.choices import choice as choice
from arena.cups.odds import Odds as Odds
from arena.cups.odds import odds as odds

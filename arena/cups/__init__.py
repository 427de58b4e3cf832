"""Simulated chances of the best entrant: `play` simulates, `odds` looks up, `choices` compares."""

from arena.cups.choices import Choice as Choice
from arena.cups.choices import alternatives as alternatives
from arena.cups.choices import choice as choice
from arena.cups.odds import Odds as Odds
from arena.cups.odds import odds as odds

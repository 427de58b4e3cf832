"""Simulated chances of the best entrant: `play` simulates, `odds` looks up, `choices` compares."""

from arena.tournaments.odds.choices import FormatChoice as FormatChoice
from arena.tournaments.odds.choices import alternatives as alternatives
from arena.tournaments.odds.choices import choice as choice
from arena.tournaments.odds.table import Odds as Odds
from arena.tournaments.odds.table import odds as odds

"""Chances that the best entrant wins, looked up in a table of simulated cups, and alternatives."""

from arena.tournaments.odds.choices import FormatChoice as FormatChoice
from arena.tournaments.odds.choices import alternatives as alternatives
from arena.tournaments.odds.choices import choice as choice
from arena.tournaments.odds.table import Odds as Odds
from arena.tournaments.odds.table import odds as odds

"""Names for lines of Python that run on a platform: `from tests.arena.prelude import *`."""
# ruff: noqa: E402

import os
import random
import sys
import time

import django

django.setup()

from django.utils import timezone

from arena.actions.ladders.matchmake import matchmake
from arena.actions.matches.claim_match import claim_match
from arena.actions.results.reap_leases import reap_ended, reap_leases
from arena.hosts import claim_name
from arena.models import Entry, Ladder, Match, RatingChange
from arena.models.leased import ClaimLost
from tests.arena.results import queued, record_result, result
from tests.cast import a_house_bot, a_ladder
from tests.patience import PATIENCE

__all__ = [
    "PATIENCE", "ClaimLost", "Entry", "Ladder", "Match", "RatingChange", "a_house_bot", "a_ladder",
    "claim_match", "claim_name", "matchmake", "os", "queued", "random", "reap_ended",
    "reap_leases", "record_result", "result", "sys", "time", "timezone",
]  # fmt: skip

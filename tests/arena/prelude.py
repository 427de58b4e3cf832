"""Names for lines of Python that run on a platform: `from tests.arena.prelude import *`."""
# ruff: noqa: E402

import os
import random
import sys
import time

import django

django.setup()

from django.utils import timezone

from arena.core.hosts import claim_name
from arena.ladders.matchmake import matchmake
from arena.matches.claim_match import claim_match
from arena.models import Entry, Ladder, Match, RatingChange
from arena.queue.models.leased import ClaimLost
from arena.results.return_match import reap_ended, reap_leases
from tests.arena.results.rows import queued, record_result, result
from tests.cast import a_house_bot, a_ladder
from tests.patience import PATIENCE

__all__ = [
    "PATIENCE", "ClaimLost", "Entry", "Ladder", "Match", "RatingChange", "a_house_bot", "a_ladder",
    "claim_match", "claim_name", "matchmake", "os", "queued", "random", "reap_ended",
    "reap_leases", "record_result", "result", "sys", "time", "timezone",
]  # fmt: skip

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser

from arena.bots.submit_bot import submit_bot
from arena.core.errors import AlreadyEntered, SameUpload
from arena.ladders.join_ladder import join_ladder
from arena.models import Ladder, Version


def submit_to_ladder(*, owner: AbstractBaseUser, ladder: Ladder, **upload: Any) -> Version:
    """Submit a version as `submit_bot`; the file that plays already joins the ladder instead.

    Raises Refused.
    """
    try:
        return submit_bot(owner=owner, ladder=ladder, **upload)
    except SameUpload as same:
        version = same.version
        if version.bot.current_id != version.pk:
            raise
        try:
            join_ladder(owner=owner, bot=version.bot, ladder=ladder)
        except AlreadyEntered:
            raise same from None
        return version

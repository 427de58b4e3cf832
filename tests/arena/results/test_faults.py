"""A fault's row has the fields of the referee's fault."""

from arena.matches.referee.fault import DETAILS
from arena.models import Fault


def test_the_row_keeps_every_field() -> None:
    columns = {field.name for field in Fault._meta.fields}
    assert columns == {"id", "game", "seat", *DETAILS}

"""Places of templates, handbook and state: in a checkout, or beside an installed package."""

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[2]
_IS_CHECKOUT = (_CHECKOUT / "manage.py").exists()

ROOT = _CHECKOUT if _IS_CHECKOUT else Path(__file__).resolve().parent / "data"
STATE = (_CHECKOUT if _IS_CHECKOUT else Path.cwd()) / "var"
LAUNCHER = "./kingsbench" if _IS_CHECKOUT else "kingsbench-server"

"""What is old goes: in small steps, beside running matches, by the beat or by `manage.py prune`."""

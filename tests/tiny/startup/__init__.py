"""A folder for PYTHONPATH: it registers the tiny game in every process that has it there."""

"""The small loop inside the jail. Standard library only: nothing else is staged with it."""

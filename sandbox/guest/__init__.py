"""The small loop inside the jail. Standard library only: this package is staged into the jail alone."""

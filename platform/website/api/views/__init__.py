"""Endpoints, one module per kind of object."""

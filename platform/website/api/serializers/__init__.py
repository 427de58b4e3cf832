"""Serializers, one module per kind of object."""

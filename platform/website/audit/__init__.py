"""The audit log's page."""

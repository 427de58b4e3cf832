"""The page of the audit log, for organisers."""

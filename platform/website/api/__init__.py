"""The API: what the pages show and do, for programs."""

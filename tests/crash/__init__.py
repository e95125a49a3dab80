"""Crash anywhere: servers, database and layer die while people play, and nothing anybody was told may be lost."""

"""Bad input against a real server: what it may be, who suffers it, and what must not come of it (docs/fuzz.md)."""

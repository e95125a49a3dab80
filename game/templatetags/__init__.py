"""Template tags of the game app."""

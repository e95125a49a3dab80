"""Tests of the bots; none needs a database."""

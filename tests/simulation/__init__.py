"""Tests of the simulation core; none needs a database."""

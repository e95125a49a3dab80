"""Tests of the rules engine; none needs a database."""

"""Rounds by the hundred thousand: for training, fitting and measuring bots. No part of the running server.

Compiled by Numba where it is installed (requirements-dev.txt). Proved equal to the engine and to `game.bots`.
"""

"""Hypothesis profiles: small budgets by default, HYPOTHESIS_PROFILE=long for the night."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "short", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("long" if os.environ.get("HYPOTHESIS_PROFILE") == "long" else "short")

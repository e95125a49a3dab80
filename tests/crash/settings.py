"""The settings of a server process that may be made to die: its clock runs faster and its layer is rough."""

import os
import time

os.environ.setdefault("SECRET_KEY", "only for crash tests")

from config.settings import *  # noqa: F403
from config.settings import CHANNEL_LAYERS, REDIS_URL
from game import moment

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING["root"]["level"] = "WARNING"  # noqa: F405
BOT_DELAY_MS = BOT_DELAY_ALONE_MS = 50
if REDIS_URL:
    CHANNEL_LAYERS["default"]["BACKEND"] = "tests.crash.layer.RoughLayer"

SPEED = int(os.environ.get("CRASH_SPEED", "1"))
SINCE = int(os.environ.get("CRASH_SINCE", str(time.time_ns())))


def faster_ns() -> int:
    """A clock that all processes of a run agree on, and that shortens every deadline."""
    return SINCE + (time.time_ns() - SINCE) * SPEED


moment.time_ns = faster_ns

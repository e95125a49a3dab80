"""The settings of the test run: fast hashing, a database file (threads share it), mail kept in memory."""

import os
from typing import Any

os.environ.setdefault("SECRET_KEY", "only for tests")

from config.settings import *  # noqa: F403
from config.settings import DATABASES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["*"]
# Threads (the writer, the clock) need a database they can share: a file, never :memory:.
DATABASES["default"].setdefault("TEST", {})
if DATABASES["default"]["ENGINE"] == "config.sqlite":
    DATABASES["default"]["TEST"]["NAME"] = str(VAR_DIR / f"test-{os.getpid()}.sqlite3")  # noqa: F405
else:
    DATABASES["default"]["TEST"]["NAME"] = f"test_kings_{os.getpid()}"
# Processes of one run share a Redis without hearing of each other.
if REDIS_URL:  # noqa: F405
    CACHES["default"]["KEY_PREFIX"] = f"test-{os.getpid()}"  # noqa: F405
    LAYER: dict[str, Any] = CHANNEL_LAYERS["default"]["CONFIG"]  # type: ignore[assignment]  # noqa: F405
    LAYER["prefix"] = f"test-{os.getpid()}"

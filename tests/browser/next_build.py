"""The settings of a server of tomorrow: files in `next/` beside its database stand in for those of `static/`."""

from config.settings import *  # noqa: F403
from config.settings import STATICFILES_DIRS, VAR_DIR

STATICFILES_DIRS = [VAR_DIR / "next", *STATICFILES_DIRS]

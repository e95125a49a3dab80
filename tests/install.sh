#!/bin/sh
# Installs what tests need of the system's packages where it is missing: a Chromium, Korean glyphs, and the proxy that
# stands before two processes. Needs root (or sudo) then.
set -eu

PATH=$PATH:/usr/sbin
has() { command -v "$1" >/dev/null 2>&1; }
if has chromium && has nginx && has openssl && fc-list :lang=ko 2>/dev/null | grep -q .; then
    exit 0
fi
if ! has apt-get; then
    echo "Please install Chromium, nginx, openssl and a Korean font with your system's package manager." >&2
    exit 1
fi
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
# RUNLEVEL: nothing that is installed is started.
as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
    chromium fonts-noto-cjk fontconfig nginx-light openssl >/dev/null

"""What no answer may be, whoever asked for whatever."""

import gzip
import re

from tests.fuzz.asking import REFLECTED, Request
from tests.fuzz.site import SECRETS, Site

CARD = re.compile(rb"(?<![\w-])(?:0[1-9]|1[0-3])-(?:0[1-9]|1[0-2])(?![\w-])")  # and no date
DRAWN = re.compile(rb' d="[^"]*"')
# Nobody else than a page of the match, its record or one's own data names cards.
WITH_CARDS = re.compile(r"^/(?:m|s|accounts/data|admin)/|records\.jsonl")
ELSEWHERE = re.compile(r"^(?:[a-z]+:|//|/\\|\\)", re.I)


def faults_of_answer(
    request: Request, status: int, headers: dict[str, str], body: bytes, *, site: Site, kind: str
) -> list[str]:
    """Sentences about what is wrong with an answer."""
    faults = []
    lower = {name.lower(): value for name, value in headers.items()}
    if lower.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    if status >= 500:
        faults.append(f"status {status}")
    if ELSEWHERE.match(lower.get("location", "")) or ELSEWHERE.match(lower.get("hx-redirect", "")):
        faults.append(f"leads to {lower.get('location')}")
    if lower.get("content-type", "").startswith("text/html"):
        faults += [f"reflects {mark}" for mark in REFLECTED if mark.encode() in body]
    if b"Traceback (most recent" in body or b"DJANGO_SETTINGS" in body:
        faults.append("shows its inside")
    if kind != "admin":
        faults += [f"tells {secret}" for secret in SECRETS if secret.encode() in body]
        told = CARD.findall(DRAWN.sub(b"", body))
        if told and not WITH_CARDS.search(request.path):
            faults.append(f"names {told[0].decode()}: {body[max(0, body.index(told[0]) - 80) :][:160]!r}")
    faults += ["tells a seed of a running match" for seed in site.seeds if seed in body]
    if any("\n" in value or "\r" in value for value in headers.values()):
        faults.append("breaks its headers")
    return faults

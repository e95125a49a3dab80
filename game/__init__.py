"""One match from first draw to result. Knows people only as AUTH_USER_MODEL."""

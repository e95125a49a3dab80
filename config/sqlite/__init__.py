"""Django's SQLite, where the threads of one process take turns at writing (decision 0027)."""

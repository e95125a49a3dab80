"""Exit status 0 when the PostgreSQL and the Redis named on the command line answer."""

import sys

import psycopg
import redis


def main(postgres: str, redis_url: str) -> int:
    try:
        psycopg.connect(postgres, connect_timeout=3).close()
        redis.Redis.from_url(redis_url, socket_timeout=3).ping()
    except (psycopg.OperationalError, redis.RedisError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Korean: the half of the day stands before the hour."""

TIME_FORMAT = "A g:i"
DATETIME_FORMAT = "Y년 n월 j일 A g:i"

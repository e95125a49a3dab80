"""Who somebody is: the user model, sign-up, log-in, preferences. Knows neither rooms nor matches."""

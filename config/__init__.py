"""Settings, URLs and the server process: nothing about cards or people."""

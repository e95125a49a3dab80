"""The pages of this app: the door, the account, the forgotten password, the language."""

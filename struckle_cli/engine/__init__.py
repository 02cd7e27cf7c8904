"""What works through the contract of a game alone: replaying, counting, random play."""

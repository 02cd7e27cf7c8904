"""The vectors of Struckle; what is the same in every game is shown by those of Castle."""

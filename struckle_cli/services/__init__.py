"""What the program does, apart from how it is asked: frozen results come back, nothing is printed."""

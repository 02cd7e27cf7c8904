"""The command line: one module a command; it words what services return."""

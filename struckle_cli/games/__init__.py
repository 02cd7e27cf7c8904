"""The games; each folder has the same rooms. Games never see each other."""

"""Between bytes and documents: the record's model, its text form, its codecs and where it is kept."""

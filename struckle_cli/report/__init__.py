"""Wording: results of services as text, tables and machine formats. Nothing here prints."""

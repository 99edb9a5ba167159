"""The school: lessons read, checked against the rules and drawn; practice kept. No HTTP here."""

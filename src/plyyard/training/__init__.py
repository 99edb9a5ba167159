"""Makes what games ship as data. Run by hand; nothing that runs imports it."""

"""The site: HTTP, sockets, pages. All wiring stands in app.py."""

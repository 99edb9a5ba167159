"""The structs of the wire, by kind of frame; rooms/protocol.py puts them together and is what others import."""

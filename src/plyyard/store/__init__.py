"""What is kept: guests, rooms, events. One writer thread commits in groups; readers ask with plain queries."""

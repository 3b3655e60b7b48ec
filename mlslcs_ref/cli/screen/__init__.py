"""The two output streams: what they can show, pages, progress."""

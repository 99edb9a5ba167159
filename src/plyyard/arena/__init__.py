"""Matches between players, with intervals: how strong is a level, and how sure is that?"""

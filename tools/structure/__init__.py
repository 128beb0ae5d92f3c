"""Figures of the code's structure, of the working tree or of any revision."""

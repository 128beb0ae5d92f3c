"""The programs of the matrix; those in Python are a package, so that they share their scenarios."""

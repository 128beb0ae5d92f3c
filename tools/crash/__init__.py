"""Kill a broker again and again, and look whether anything is missing."""

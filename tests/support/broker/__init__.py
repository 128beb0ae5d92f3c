"""Parts of a broker, and naive ones to compare with."""

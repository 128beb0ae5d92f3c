"""What concerns tests themselves."""

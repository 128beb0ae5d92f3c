"""Producer ids now; transactions and their coordinator have their place here later."""

"""What tests of the Spark side share."""

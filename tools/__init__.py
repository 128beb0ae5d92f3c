"""What develops kafkawire and is not shipped with it."""

"""Records, logs and disks."""

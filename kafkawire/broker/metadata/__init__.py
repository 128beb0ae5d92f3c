"""Cluster metadata: the image folded from `__cluster_metadata`, and the controller writing it."""

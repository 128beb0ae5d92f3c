"""The admin client: `Admin`."""

from kafkawire.client.admin.client import Admin

__all__ = ["Admin"]

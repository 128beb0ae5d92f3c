"""Who may do what (`authorizer`, `access`) and how much of it (`quotas` and its parts)."""

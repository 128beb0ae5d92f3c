"""Pictures of wire-dump's page, for who looks at a change of it."""

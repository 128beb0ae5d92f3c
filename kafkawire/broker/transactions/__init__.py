"""Producer ids, transactional ids and the coordinator of their transactions."""

"""Storms of rebalances in simulated time; see `tests.support.storm` for what blows."""

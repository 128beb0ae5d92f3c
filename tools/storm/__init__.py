"""Storms of rebalances in simulated time; see `tests.support.broker.storm` for what blows."""

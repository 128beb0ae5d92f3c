"""`python -m kafkawire` is the `kafkawire` command."""

import sys

try:
    from kafkawire.entry_points import kafkawire
except KeyboardInterrupt:  # before there was a handler to end it quietly
    sys.exit(130)

sys.exit(kafkawire())

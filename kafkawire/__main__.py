"""`python -m kafkawire` is the `kafkawire` command."""

import sys

from kafkawire.cli import main

sys.exit(main())

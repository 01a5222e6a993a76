"""`python -m neurohex`: the command `neurohex`."""

import sys

from neurohex.cli import main

sys.exit(main())

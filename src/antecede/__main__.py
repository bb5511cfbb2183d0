"""`python -m antecede` is `antecede`."""

from __future__ import annotations

import sys

from antecede.cli import main

sys.exit(main())

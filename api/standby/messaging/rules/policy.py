from datetime import time, timedelta
from typing import Final

DEAD_MESSAGE_MATTERS_FOR: Final = timedelta(days=14)  # later, staff have called or need not
# When texts are sent (MSG-02.4; promised in the privacy policy)
QUIET_FROM: Final = time(21, 0)
QUIET_UNTIL: Final = time(8, 0)

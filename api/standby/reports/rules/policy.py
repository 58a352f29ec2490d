from typing import Final

COMING_DAYS: Final = 7

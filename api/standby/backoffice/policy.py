from typing import Final

LARGEST_BOUNDARY_FILE_BYTES: Final = 590 * 1024 * 1024  # the national TIGER/Line file is 530 MB

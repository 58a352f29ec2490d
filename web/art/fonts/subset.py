"""Cuts Figtree down to the letters the site uses. Needs fonttools and brotli.

Run: python subset.py figtree-latin-wght-normal.woff2 ../../src/assets/fonts/figtree.woff2
The source is @fontsource-variable/figtree 5.3.0 (SIL Open Font License).
"""

import io
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
SPANISH = "áéíóúñüÁÉÍÓÚÑ¿¡"
TYPOGRAPHY = "\u00a0©®°·×–—‘’“”…•−"


def reopened(font: TTFont) -> TTFont:
    buffer = io.BytesIO()
    font.save(buffer)
    buffer.seek(0)
    return TTFont(buffer)


def small(font: TTFont) -> TTFont:
    options = subset.Options()
    options.layout_features = ["kern", "tnum", "ccmp"]
    options.name_IDs = [1, 2, 6]
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(text=ASCII + SPANISH + TYPOGRAPHY)
    cutter.subset(font)
    font.flavor = None
    font = instancer.instantiateVariableFont(reopened(font), {"wght": (400, 700)})
    font = reopened(font)
    font.flavor = "woff2"
    return font


if __name__ == "__main__":
    source, target = sys.argv[1:]
    small(TTFont(source)).save(target)

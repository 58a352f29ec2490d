"""Cuts one weight out of the site's Figtree, for the link pictures. Needs fonttools and brotli.

Run: python still.py ../../src/assets/fonts/figtree.woff2 figtree-600.ttf
"""

import sys

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FAMILY = {1: "Standby Figtree", 2: "Regular", 4: "Standby Figtree", 6: "StandbyFigtree"}

if __name__ == "__main__":
    source, target = sys.argv[1:]
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": 600})
    font["name"].names = []
    for name_id, text in FAMILY.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400
    font.flavor = None
    font.save(target)

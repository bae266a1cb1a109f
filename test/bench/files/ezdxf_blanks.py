"""Draws blanks as DXF text with ezdxf, with the same content as our own files, and prints the processor time in ms.

Argument: how many times to draw all of them. Standard input: the blanks as JSON: outline [[x, y, bulge]], circles [[x, y, r]],
cutouts [outline], bends [[x1, y1, x2, y2, up]], texts [[x, y, text]], width, length.
"""
import io
import json
import sys
import time

import ezdxf

LAYERS = [
    ("IV_OUTER_PROFILE", 7, "CONTINUOUS"),
    ("IV_INTERIOR_PROFILES", 5, "CONTINUOUS"),
    ("IV_BEND", 3, "CENTER"),
    ("IV_BEND_DOWN", 1, "DASHED"),
    ("TEXT", 2, "CONTINUOUS"),
]


def dxf_of(blank):
    doc = ezdxf.new("R2007", units=4)
    doc.header["$MEASUREMENT"] = 1
    doc.header["$EXTMIN"] = (0, 0, 0)
    doc.header["$EXTMAX"] = (blank["width"], blank["length"], 0)
    doc.linetypes.add("CENTER", [50, 32, -6, 6, -6])
    doc.linetypes.add("DASHED", [18, 12, -6])
    for name, colour, line_type in LAYERS:
        doc.layers.add(name, color=colour, linetype=line_type)
    doc.layers.get("TEXT").off()
    space = doc.modelspace()
    space.add_lwpolyline(blank["outline"], "xyb", close=True, dxfattribs={"layer": "IV_OUTER_PROFILE"})
    for x, y, r in blank["circles"]:
        space.add_circle((x, y), r, dxfattribs={"layer": "IV_INTERIOR_PROFILES"})
    for points in blank["cutouts"]:
        space.add_lwpolyline(points, "xyb", close=True, dxfattribs={"layer": "IV_INTERIOR_PROFILES"})
    for x1, y1, x2, y2, up in blank["bends"]:
        own = ("IV_BEND", "CENTER", 3) if up else ("IV_BEND_DOWN", "DASHED", 1)
        space.add_line((x1, y1), (x2, y2), dxfattribs=dict(zip(("layer", "linetype", "color"), own)))
    for x, y, text in blank["texts"]:
        space.add_text(text, dxfattribs={"layer": "TEXT", "height": 4, "insert": (x, y)})
    file = io.StringIO()
    doc.write(file)
    return file.getvalue()


blanks = json.load(sys.stdin)
dxf_of(blanks[0])
started = time.process_time()
for _ in range(int(sys.argv[1])):
    for blank in blanks:
        dxf_of(blank)
print((time.process_time() - started) * 1000)

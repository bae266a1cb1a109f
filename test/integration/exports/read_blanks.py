"""Reads DXF files of flat blanks with ezdxf and GDAL, and prints the results.

Standard input: one path per line. Standard output: one line with a JSON object per path. `wrong` lists the problems that the
readers report; the caller compares everything else.
"""
import json
import sys

import ezdxf
from osgeo import gdal

gdal.UseExceptions()
# with chords of a tenth of a degree, the area of a blank with arcs is exact to a hundredth of a square millimetre
gdal.SetConfigOption("OGR_ARC_STEPSIZE", "0.1")
# GDAL recomputes the ends of arcs, which may then overlap the previous edge by the last digit. Snapping to a grid of a millionth,
# the precision of the file, removes that overlap.
RINGS = (
    "SELECT ST_IsClosed(geometry) AS closed, ST_IsRing(ST_SnapToGrid(geometry, 0.000001)) AS ring,"
    " ST_Area(ST_BuildArea(ST_SnapToGrid(geometry, 0.000001))) AS area FROM entities"
    " WHERE SubClasses LIKE '%AcDbPolyline%' OR SubClasses LIKE '%AcDbCircle%'"
)


def complaints(path, doc):
    with open(path, "rb") as file:
        if not file.read().endswith(b"\nEOF\n"):
            yield "does not end in EOF and a newline"
    audit = doc.audit()
    yield from (f"audit: {entry.message}" for entry in list(audit.errors) + list(audit.fixes))
    for layer in doc.layers:
        if not layer.dxf.name.isascii():
            yield f"layer {layer.dxf.name} is not ASCII"
        if layer.dxf.linetype not in doc.linetypes:
            yield f"layer {layer.dxf.name} has the undefined line type {layer.dxf.linetype}"
    for entity in doc.modelspace():
        if entity.dxf.layer not in doc.layers:
            yield f"{entity.dxftype()} on the undefined layer {entity.dxf.layer}"
        if entity.dxf.linetype not in doc.linetypes:
            yield f"{entity.dxftype()} of the undefined line type {entity.dxf.linetype}"


def is_bend(entity):
    return entity.dxftype() == "LINE" and entity.dxf.linetype in ("CENTER", "DASHED")


def bend(line):
    start, end = line.dxf.start, line.dxf.end
    return {
        "layer": line.dxf.layer,
        "lineType": line.dxf.linetype,
        "colour": line.dxf.color,
        "ends": [start.x, start.y, end.x, end.y],
    }


def points(piece, sagitta):
    """The ends of a line, or points along an arc: ezdxf's own paths approximate arcs to 0.03 % only."""
    return [piece.dxf.start, piece.dxf.end] if piece.dxftype() == "LINE" else list(piece.flattening(sagitta))


def box(flat):
    pieces = [piece for x in flat for piece in (x.virtual_entities() if x.dxftype() == "LWPOLYLINE" else [x])]
    bounds = ezdxf.math.BoundingBox2d(point for piece in pieces for point in points(piece, 0.0005))
    return [bounds.extmin.x, bounds.extmin.y, bounds.extmax.x, bounds.extmax.y]


def joined(pieces):
    """The areas of the closed chains of lines and arcs, whose ends meet within a thousandth; None if a chain is open."""
    remaining = [points(piece, 0.00001) for piece in pieces]
    areas = []
    while remaining:
        chain = remaining.pop(0)
        while chain[0].distance(chain[-1]) > 0.001:
            for index, piece in enumerate(remaining):
                if piece[-1].distance(chain[-1]) < 0.001:
                    piece.reverse()
                if piece[0].distance(chain[-1]) < 0.001:
                    chain += remaining.pop(index)[1:]
                    break
            else:
                return None
        areas.append(abs(sum(a.x * b.y - b.x * a.y for a, b in zip(chain, chain[1:] + chain[:1]))) / 2)
    return areas


def ring_areas(path):
    source = gdal.OpenEx(path, gdal.OF_VECTOR | gdal.OF_READONLY, allowed_drivers=["DXF"])
    rows = source.ExecuteSQL(RINGS, dialect="SQLite")
    areas = [float(row["area"]) for row in rows if row["closed"] == 1 and row["ring"] == 1]
    source.ReleaseResultSet(rows)
    return areas


def read(path):
    doc = ezdxf.readfile(path)
    space = list(doc.modelspace())
    flat = [entity for entity in space if not is_bend(entity) and entity.dxftype() != "TEXT"]
    return {
        "wrong": list(complaints(path, doc)),
        "header": {
            "version": doc.dxfversion,
            "codePage": doc.header.get("$DWGCODEPAGE"),
            "units": doc.header.get("$INSUNITS"),
            "measurement": doc.header.get("$MEASUREMENT"),
            "extent": [*doc.header["$EXTMIN"][:2], *doc.header["$EXTMAX"][:2]],
        },
        "layers": {
            layer.dxf.name: [layer.color, layer.dxf.linetype, "off" if layer.is_off() else "on"]
            for layer in doc.layers
            if layer.dxf.name != "Defpoints"  # ezdxf's own
        },
        "shapes": sorted(
            f"{entity.dxf.layer} {entity.dxftype()}"
            + (" open" if entity.dxftype() == "LWPOLYLINE" and not entity.closed else "")
            for entity in space
        ),
        "box": box(flat),
        "bends": [bend(entity) for entity in space if is_bend(entity)],
        "texts": [entity.plain_text() for entity in space if entity.dxftype() == "TEXT"],
        "joined": joined([entity for entity in flat if entity.dxftype() in ("LINE", "ARC")]),
        "rings": ring_areas(path),
    }


for line in sys.stdin:
    try:
        result = read(line.rstrip("\n"))
    except Exception as error:  # an unreadable file is reported, whatever the exception
        result = {"wrong": [f"unreadable: {type(error).__name__}: {error}"]}
    print(json.dumps(result))

"""Prints a flat OpenDocument spreadsheet as JSON: a list of rows of [type, value] cells."""
import json
import sys
from xml.etree import ElementTree

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def cell_of(cell):
    kind = cell.get(OFFICE + "value-type")
    formula = cell.get(TABLE + "formula")
    if formula is not None:
        return ["formula", formula]
    if kind == "float":
        return ["figure", float(cell.get(OFFICE + "value"))]
    if kind == "date":
        return ["date", cell.get(OFFICE + "date-value")]
    return ["text", "\n".join("".join(p.itertext()) for p in cell.iter(TEXT + "p"))]


def rows_of(path):
    for row in ElementTree.parse(path).iter(TABLE + "table-row"):
        cells = []
        for cell in row.iter(TABLE + "table-cell"):
            repeated = int(cell.get(TABLE + "number-columns-repeated", "1"))
            cells += [cell_of(cell)] * min(repeated, 100)
        while cells and cells[-1] == ["text", ""]:
            cells.pop()
        if cells:
            yield cells


json.dump(list(rows_of(sys.argv[1])), sys.stdout)

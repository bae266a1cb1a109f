#!/usr/bin/env python3
"""Computes the flat pattern of every sheet of the sandbox and writes sheets.json, deliberately-wrong.json, hem-allowances.json
and bend-table.json to its folder. Uses only the standard library, no clock and no randomness: each run writes the same bytes.

    python3 make_sheets.py            write the files
    python3 make_sheets.py --check    write nothing; exit with 1 if a file differs from the computed one

Formulas and conventions: bend_allowance.py (DIN 6935, the K factor, the workshop's table, hems). In addition:
- x = 0 is the free edge of flange 0, x runs along the width, y along the length; outlines are closed (the last point joins the
  first) and counter-clockwise, box = widthMm x lengthMm with its lower left at the origin. The viewer sees face B.
- Bend lines are given by the bend's middle. Positions and widths are rounded to 0.01 mm, once, at the end.
- A tapered sheet has a separate chain at each end: positionMm at y = 0, endPositionMm at y = length, straight lines between;
  widthMm is the wider end. The cosine of the slant (below 0.01 mm here) is ignored.
- A mitred piece is lengthMm long at x = 0 and endLengthMm at x = width.
- The flat pattern shows the right piece; the left piece is its mirror image along the length. Neither has its own outline. A
  piece of another length than the flat pattern has its own outline, and its own cut-outs if the flat pattern has any.
- The script checks that no flat part vanishes and that the folded section does not cross itself. It stops at a faulty sheet.
"""
import sys

sys.dont_write_bytecode = True

import json
import math
from pathlib import Path

from bend_allowance import BEND_TABLE, HEM_ALLOWANCES, TABLE_ANGLES, deduction, din_k, hem_row, setback
from folded_section import complaints
from sheet_templates import MATERIALS, SHEETS

HERE = Path(__file__).resolve().parent
QUARTER = round(math.tan(math.pi / 8), 6)


def tidy(value):
    """Rounds to two decimals. A whole number becomes an int."""
    rounded = round(value + 0.0, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def point(x, y, bulge=0):
    return {"x": tidy(x), "y": tidy(y), "bulge": bulge}


def profile_of(row):
    material, thickness, strength, radius, coated, grain = MATERIALS[row["material"]]
    shape, plain = row["shape"], row["colour"] in ("blank", "naturell")
    bends = []
    for bend in shape["bends"]:
        inside = hem_row(bend["hem"], thickness, bend["gapMm"])[0] if bend["hem"] else row.get("radius", radius)
        bends.append({"angleDeg": tidy(bend["angleDeg"]), "insideRadiusMm": inside, "hem": bend["hem"], "gapMm": bend["gapMm"]})
    colour_side = "ingen" if plain else "innside" if shape["visible"] == "left" else "utside"
    film = "none" if plain or not coated else "back" if colour_side == "innside" else "face"
    flanges = [{"lengthMm": length, "endLengthMm": shape["ends"].get(at)} for at, length in enumerate(shape["flanges"])]
    return {
        "family": shape["family"], "params": shape["params"], "material": material, "colour": row["colour"],
        "colourSide": colour_side, "film": row.get("film", film), "grain": grain, "thicknessMm": thickness,
        "tensileStrengthMpa": strength, "flanges": flanges, "bends": bends,
    }


def wrong_deductions(deductions, profile, wrong):
    """The deductions with the mistake that `wrong` names."""
    thickness, result = profile["thicknessMm"], []
    for at, (bend, value) in enumerate(zip(profile["bends"], deductions)):
        alpha, radius = abs(bend["angleDeg"]), bend["insideRadiusMm"]
        if wrong["cause"] == "hem_swapped" and at == wrong["bend"]:
            value = -hem_row(wrong["kind"], thickness, wrong["gap"])[1]
        elif not bend["hem"] and wrong["cause"] == "other_k":
            value = 2 * setback(alpha, radius, thickness) - math.radians(alpha) * (radius + wrong["k"] * thickness)
        elif not bend["hem"] and wrong["cause"] == "inside_dimensions":
            value -= 2 * thickness * (math.tan(math.radians(alpha) / 2) if alpha <= 90 else 1)
        elif not bend["hem"] and wrong["cause"] == "din_k_doubled":
            value = 2 * setback(alpha, radius, thickness) - math.radians(alpha) * (radius + thickness * din_k(radius, thickness))
        result.append(value)
    return result


def chain(profile, deductions, lengths):
    """(width, middles of the bends) of one end of the sheet."""
    middles, run = [], 0.0
    for length, value in zip(lengths, deductions):
        run += length
        middles.append(run - value / 2)
        run -= value
    return run + lengths[-1], middles


def flats_of(profile, deductions, middles, width):
    """(from, to) of the flat part of each flange, between the bend zones. A zone extends its setback minus v/2 to each side."""
    edges = [0.0]
    for bend, value, middle in zip(profile["bends"], deductions, middles):
        half = setback(abs(bend["angleDeg"]), bend["insideRadiusMm"], profile["thicknessMm"]) - value / 2
        edges += [middle - half, middle + half]
    edges.append(width)
    return list(zip(edges[::2], edges[1::2]))


def outline_of(row, length, near, far, middles):
    """The outline of the blank for a piece of this length. `near` and `far` are its widths at y = 0 and y = length."""
    if "mitre" in row:
        return [point(0, 0), point(near, 0), point(near, length - row["mitre"]), point(0, length)]
    if "notch" in row:
        where, flanges, depth = row["notch"]
        x = middles[-flanges]
        far_corner = [(near, length - depth), (x, length - depth), (x, length)] if where == "both" else [(near, length)]
        return [point(*corner) for corner in [(0, 0), (x, 0), (x, depth), (near, depth), *far_corner, (0, length)]]
    if "corner" in row:
        r = row["corner"]
        return [point(0, 0), point(near - r, 0, QUARTER), point(near, r), point(near, length - r, QUARTER),
                point(near - r, length), point(0, length)]
    return [point(0, 0), point(near, 0), point(far, length), point(0, length)]


def stations(length, spacing):
    """The positions of holes along a piece: 50 from each end, at most `spacing` apart."""
    count = math.ceil((length - 100) / spacing)
    return [50 + (length - 100) * step / count for step in range(count + 1)]


def cutouts_of(row, length, flats):
    """hole: round holes along the piece; hole_at: one, from the near end; slot: along the length; box: one in the middle, round corners."""
    cut = []
    for kind, flange, part, *sizes in row.get("holes", []):
        x = flats[flange][0] + part * (flats[flange][1] - flats[flange][0])
        if kind == "hole":
            cut += [{"kind": "circle", "x": tidy(x), "y": tidy(y), "diameterMm": sizes[0]} for y in stations(length, sizes[1])]
        elif kind == "hole_at":
            cut.append({"kind": "circle", "x": tidy(x), "y": sizes[1], "diameterMm": sizes[0]})
        elif kind == "slot":
            half, straight = sizes[1] / 2, (sizes[0] - sizes[1]) / 2
            for y in stations(length, sizes[2]):
                ends = [(x + half, y - straight, 0), (x + half, y + straight, 1), (x - half, y + straight, 0), (x - half, y - straight, 1)]
                cut.append({"kind": "polyline", "points": [point(*end) for end in ends]})
        else:
            w, h, r, y = sizes[0] / 2, sizes[1] / 2, sizes[2], length / 2
            corners = [(x - w + r, y - h, 0), (x + w - r, y - h, QUARTER), (x + w, y - h + r, 0), (x + w, y + h - r, QUARTER),
                       (x + w - r, y + h, 0), (x - w + r, y + h, QUARTER), (x - w, y + h - r, 0), (x - w, y - h + r, QUARTER)]
            cut.append({"kind": "polyline", "points": [point(*corner) for corner in corners]})
    return cut


def flat_pattern(row, profile, wrong=None):
    """The flat pattern of a row, and functions for the outline and the cut-outs of any length."""
    method = {"din": "din6935", "table": "table"}.get(row["method"], "k")
    k_factor = row["method"] if method == "k" else None
    true = [deduction(bend, profile, method, k_factor) for bend in profile["bends"]]
    used = wrong_deductions(true, profile, wrong) if wrong else true
    near_lengths = [flange["lengthMm"] for flange in profile["flanges"]]
    far_lengths = [flange["endLengthMm"] or flange["lengthMm"] for flange in profile["flanges"]]
    near, middles = chain(profile, used, near_lengths)
    far, far_middles = chain(profile, used, far_lengths)
    if wrong and wrong["cause"] == "bend_moved":
        middles[wrong["bend"]] += wrong["by"]
    is_tapered = near_lengths != far_lengths
    lines = []
    for at, bend in enumerate(profile["bends"]):
        lines.append({
            "bend": at, "positionMm": tidy(middles[at]), "endPositionMm": tidy(far_middles[at]) if is_tapered else None,
            "direction": "up" if bend["angleDeg"] > 0 else "down", "angleDeg": abs(bend["angleDeg"]),
        })
    length = max(piece[1] for piece in row["pieces"])
    flats = flats_of(profile, used, middles, near)
    outline = lambda of: outline_of(row, of, near, far, middles)
    cutouts = lambda of: cutouts_of(row, of, flats)
    return {
        "widthMm": tidy(max(near, far)), "lengthMm": length, "method": method, "kFactor": k_factor, "bendLines": lines,
        "outline": outline(length), "cutouts": cutouts(length),
    }, outline, cutouts


def template(row):
    profile = profile_of(row)
    unfolding, outline, cutouts = flat_pattern(row, profile, row.get("wrong"))
    pieces = []
    for number, (quantity, length, *hand) in enumerate(row["pieces"], 1):
        other = length != unfolding["lengthMm"]
        assert not (other and (hand or row["shape"]["ends"])), f"{row['key']}: a shorter piece with a hand or a taper"
        pieces.append({
            "pieceNo": number, "quantity": quantity, "lengthMm": length,
            "endLengthMm": length - row["mitre"] if "mitre" in row else None, "hand": hand[0] if hand else "none",
            "outline": outline(length) if other else None,
            "cutouts": cutouts(length) if other and unfolding["cutouts"] else None,
        })
    return {
        "key": row["key"], "day": row["day"], "brake": row["brake"], "orderKey": row["order"],
        "approval": row.get("approval", "approved" if len(row["shape"]["bends"]) > 3 else "not_required"),
        "bent": row.get("bent", False), "note": row.get("note"), "quantity": sum(piece["quantity"] for piece in pieces),
        "lengthMm": unfolding["lengthMm"], "pieces": pieces, "profile": profile, "unfolding": unfolding,
    }


CAUSES = {
    "other_k": "The flat pattern states K {kFactor}, but it was computed with K {k}.",
    "inside_dimensions": "The outer dimensions were used as inside dimensions.",
    "bend_moved": "The width is right; the middle of bend {bend} (counted from 0) is {by} mm too far from x = 0.",
    "din_k_doubled": "DIN's k was used as if it were K: twice the neutral line's true offset.",
    "hem_swapped": "The closed hem, bend {bend} (counted from 0), has the allowance of an open hem with a gap of {gap} mm.",
}


def wrong_entry(row, written):
    true = flat_pattern(row, profile_of(row))[0]
    wrong = row["wrong"]
    positions = lambda unfolding: [line["positionMm"] for line in unfolding["bendLines"]]
    return {
        "key": row["key"], "cause": wrong["cause"], "trueWidthMm": true["widthMm"], "writtenWidthMm": written["widthMm"],
        "what": CAUSES[wrong["cause"]].format(kFactor=true["kFactor"], **wrong),
        "trueBendPositionsMm": positions(true), "writtenBendPositionsMm": positions(written),
    }


def files():
    """The text of every file that this script writes, by name."""
    templates = [template(row) for row in SHEETS]
    wrong = [wrong_entry(row, made["unfolding"]) for row, made in zip(SHEETS, templates) if "wrong" in row]
    workshop_path = HERE / "workshop.json"
    workshop = json.loads(workshop_path.read_text("utf-8"))
    faults = complaints(templates, wrong, workshop)
    if faults:
        sys.exit("\n".join(faults))
    hems = {
        "convention": "Developed width = sum of the outer lengths - sum of the deductions + sum of the hem allowances. Outer lengths at "
                      "a hem run to its outer tangent, on both flanges. The bend's middle halves the allowance.",
        "rows": [dict(zip(("kind", "thicknessMm", "gapMm", "insideRadiusMm", "allowanceMm"), row)) for row in HEM_ALLOWANCES],
    }
    table = {
        "convention": "Developed width = sum of the outer lengths - sum of deductionMm. Outer lengths run to the mould line up to 90 "
                      "degrees of turn, to the outer tangent above. angleDeg is the angle by which the sheet turns.",
        "rows": [
            {"material": material, "thicknessMm": thickness, "vMm": v, "insideRadiusMm": radius, "angleDeg": angle, "deductionMm": value}
            for material, thickness, v, radius, values in BEND_TABLE for angle, value in zip(TABLE_ANGLES, values)
        ],
    }
    return {
        "sheets.json": lines({"sheets": templates}), "deliberately-wrong.json": lines({"sheets": wrong}),
        "hem-allowances.json": lines(hems), "bend-table.json": lines(table),
    }


def lines(document):
    """JSON with one list entry per line, for readable differences and the same bytes on every machine."""
    parts = []
    for name, value in document.items():
        if isinstance(value, list):
            body = ",\n".join("    " + json.dumps(entry, ensure_ascii=False) for entry in value)
            parts.append(f"  {json.dumps(name)}: [\n{body}\n  ]")
        else:
            parts.append(f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    made = files()
    if sys.argv[1:] == ["--check"]:
        stale = [name for name, text in made.items() if not (HERE / name).is_file() or (HERE / name).read_bytes() != text.encode()]
        sys.exit(f"different from the output of the script: {', '.join(stale)}" if stale else 0)
    for name, text in made.items():
        (HERE / name).write_bytes(text.encode())


if __name__ == "__main__":
    main()

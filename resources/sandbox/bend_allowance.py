"""Bend deductions and hem allowances: formulas, and the workshop's own tables. Pure: reads and writes nothing.

Units: millimetres and degrees. alpha is the angle by which the sheet turns, always positive here; beta = 180 - alpha is the included angle.

Conventions, the same for all methods
- Flange lengths are outer: to the mould line up to 90 degrees of turn, to the outer tangent above it.
- Each bend has a deduction v, and the developed width is L = sum of the outer lengths - sum of v.
- A hem's figure is an *allowance*, the length to ADD to the two outer-tangent lengths: v = -allowance.
- A bend is symmetrical about its middle, so v/2 is deducted from each of its two flanges:
  middle of bend i = outer lengths of flanges 0..i - v of bends 0..i-1 - v(i)/2.
- If DIN 6935 gives v = 0 (beta above 165 degrees), the middle is therefore on the mould line, and the bend zone extends one
  setback to each side of it.
"""
import math

# Closed hem: a + b - 0.43 t, a rule of the trade, to the nearest 0.05. Open and teardrop: measured in the workshop.
# Both lengths are to the outer tangent, so the figure of a closed hem is negative: it saves a little material.
HEM_ALLOWANCES = [
    # kind, thickness, gap, inside radius, allowance
    ("closed", 0.5, 0.0, 0.0, -0.20),
    ("closed", 0.6, 0.0, 0.0, -0.25),
    ("closed", 0.7, 0.0, 0.0, -0.30),
    ("closed", 0.8, 0.0, 0.0, -0.35),
    ("closed", 1.0, 0.0, 0.0, -0.45),
    ("open", 0.5, 2.0, 1.0, 0.85),
    ("open", 0.6, 2.0, 1.0, 0.75),
    ("open", 0.6, 3.0, 1.5, 1.35),
    ("open", 0.7, 2.0, 1.0, 0.70),
    ("open", 0.7, 3.0, 1.5, 1.30),
    ("open", 0.8, 2.0, 1.0, 0.65),
    ("open", 1.0, 3.0, 1.5, 1.10),
    ("teardrop", 0.6, 2.0, 1.5, 1.70),
    ("teardrop", 0.7, 2.0, 1.5, 1.60),
    ("teardrop", 0.8, 2.5, 2.0, 2.05),
    ("teardrop", 1.0, 3.0, 2.0, 2.30),
]

# Deductions that the workshop measured on its own tools for its most common materials, to the nearest 0.05.
TABLE_ANGLES = (15, 30, 45, 60, 75, 90, 105, 120, 135)
BEND_TABLE = [
    # material, thickness, V, inside radius, deduction at each of the angles above
    ("plastbelagt_stal", 0.6, 6, 1.0, (0.10, 0.20, 0.35, 0.55, 0.80, 1.25, 0.90, 0.60, 0.25)),
    ("galvanisert_stal", 1.0, 8, 1.3, (0.15, 0.35, 0.55, 0.85, 1.30, 1.95, 1.45, 1.00, 0.55)),
    ("aluminium", 1.0, 8, 1.5, (0.15, 0.30, 0.55, 0.85, 1.30, 1.90, 1.45, 0.95, 0.45)),
    ("sink", 0.7, 6, 1.5, (0.10, 0.25, 0.40, 0.65, 1.00, 1.55, 1.05, 0.60, 0.10)),
]


def setback(alpha, radius, thickness):
    """The distance from the end of the flange's flat part to the end of its outer length: the mould line, or the tangent above 90 degrees."""
    return (radius + thickness) * (math.tan(math.radians(alpha) / 2) if alpha <= 90 else 1)


def din_k(radius, thickness):
    """DIN 6935's k: 0.65 + 0.5 log10(r/s), limited to 0..1, and 1 above r/s = 5. Half of it is the K of the K-factor formula."""
    if radius == 0:
        return 0.0
    ratio = radius / thickness
    return 1.0 if ratio > 5 else min(1.0, max(0.0, 0.65 + 0.5 * math.log10(ratio)))


def din_deduction(alpha, radius, thickness):
    """v by DIN 6935: three ranges of the included angle, with the standard's step to 0 above 165 degrees."""
    if 180 - alpha > 165:
        return 0.0
    neutral = radius + thickness * din_k(radius, thickness) / 2
    return 2 * setback(alpha, radius, thickness) - math.radians(alpha) * neutral


def k_deduction(alpha, radius, thickness, k_factor):
    """BD = 2 OSSB - BA with BA = pi/180 alpha (r + K t)."""
    return 2 * setback(alpha, radius, thickness) - math.radians(alpha) * (radius + k_factor * thickness)


def table_deduction(alpha, radius, thickness, material):
    """The workshop's measured figure. Raises KeyError if there is none: nothing is interpolated."""
    for row_material, row_thickness, _, row_radius, deductions in BEND_TABLE:
        if (row_material, row_thickness, row_radius) == (material, thickness, radius) and alpha in TABLE_ANGLES:
            return deductions[TABLE_ANGLES.index(alpha)]
    raise KeyError(f"no deduction for {material} {thickness} mm, radius {radius}, {alpha} degrees")


def hem_row(kind, thickness, gap):
    """(inside radius, allowance) of a hem. Raises KeyError if the workshop has no figure."""
    for row_kind, row_thickness, row_gap, radius, allowance in HEM_ALLOWANCES:
        if (row_kind, row_thickness, row_gap) == (kind, thickness, gap):
            return radius, allowance
    raise KeyError(f"no {kind} hem for {thickness} mm, gap {gap}")


def deduction(bend, profile, method, k_factor):
    """v of one bend of a sheet by the method of the sheet. Hems always use the hem table."""
    alpha, radius, thickness = abs(bend["angleDeg"]), bend["insideRadiusMm"], profile["thicknessMm"]
    if bend["hem"]:
        return -hem_row(bend["hem"], thickness, bend["gapMm"])[1]
    if method == "din6935":
        return din_deduction(alpha, radius, thickness)
    if method == "k":
        return k_deduction(alpha, radius, thickness, k_factor)
    return table_deduction(alpha, radius, thickness, profile["material"])

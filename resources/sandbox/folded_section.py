"""Checks that each sheet can be made and that the list is complete. Pure: returns complaints as texts, none if all is well."""
import math

from bend_allowance import setback


def folded(profile, lengths):
    """The middle line of the sheet as a list of polylines: flat, arc, flat, ... Raises ValueError if a flat part vanishes."""
    t, bends = profile["thicknessMm"], profile["bends"]
    x = y = heading = 0.0
    parts = []
    for at, outer in enumerate(lengths):
        setbacks = [setback(abs(b["angleDeg"]), b["insideRadiusMm"], t) for b in bends[max(at - 1, 0) : at + 1]]
        flat = outer - sum(setbacks)
        if flat < 1:
            raise ValueError(f"the flat part of flange {at} is only {flat:.2f} mm")
        end = (x + flat * math.cos(heading), y + flat * math.sin(heading))
        parts.append([(x, y), end])
        x, y = end
        if at < len(bends):
            turn, radius = math.radians(bends[at]["angleDeg"]), bends[at]["insideRadiusMm"] + t / 2
            side = math.copysign(1, turn)
            cx, cy = x - side * radius * math.sin(heading), y + side * radius * math.cos(heading)
            steps = max(2, round(abs(turn) / 0.3))
            arc = []
            for step in range(steps + 1):
                h = heading + turn * step / steps
                arc.append((cx + side * radius * math.sin(h), cy - side * radius * math.cos(h)))
            parts.append(arc)
            x, y = arc[-1]
            heading += turn
    return parts


def point_to_segment(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return math.hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy)


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def gap(one, other):
    """The least distance between two polylines, 0 if they cross."""
    least = math.inf
    for a, b in zip(one, one[1:]):
        for c, d in zip(other, other[1:]):
            if cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0:
                return 0.0
            least = min(least, point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b), point_to_segment(d, a, b))
    return least


def folding_complaints(profile):
    near = [flange["lengthMm"] for flange in profile["flanges"]]
    far = [flange["endLengthMm"] or flange["lengthMm"] for flange in profile["flanges"]]
    for lengths in [near] if near == far else [near, far]:
        try:
            parts = folded(profile, lengths)
        except ValueError as error:
            yield str(error)
            continue
        for i, one in enumerate(parts):
            for j in range(i + 3, len(parts)):
                if gap(one, parts[j]) < profile["thicknessMm"] - 0.02:
                    yield f"parts {i} and {j} of the folded section touch"


def flat_pattern_complaints(made):
    profile, flat = made["profile"], made["unfolding"]
    width, length, corners = flat["widthMm"], flat["lengthMm"], flat["outline"]
    xs, ys = [corner["x"] for corner in corners], [corner["y"] for corner in corners]
    if (min(xs), min(ys), max(xs), max(ys)) != (0, 0, width, length):
        yield "the outline's box differs from the flat pattern's"
    if sum(a["x"] * b["y"] - b["x"] * a["y"] for a, b in zip(corners, corners[1:] + corners[:1])) <= 0:
        yield "the outline is not counter-clockwise"
    if width > 1250:
        yield f"{width} mm is wider than the coil"
    middles = [0, *(line["positionMm"] for line in flat["bendLines"]), width]
    if middles != sorted(middles):
        yield "the bend lines are not in order"
    for cut in flat["cutouts"]:
        half = cut["diameterMm"] / 2 if cut["kind"] == "circle" else 0
        cut_xs = [cut["x"] - half, cut["x"] + half] if half else [corner["x"] for corner in cut["points"]]
        cut_ys = [cut["y"] - half, cut["y"] + half] if half else [corner["y"] for corner in cut["points"]]
        if min(cut_xs) < 2 or max(cut_xs) > width - 2 or min(cut_ys) < 2 or max(cut_ys) > length - 2:
            yield "a cut-out is too near the edge"
        for line, bend in zip(flat["bendLines"], profile["bends"]):
            reach = setback(abs(bend["angleDeg"]), bend["insideRadiusMm"], profile["thicknessMm"]) + 1
            if min(cut_xs) < line["positionMm"] + reach and max(cut_xs) > line["positionMm"] - reach:
                yield f"a cut-out on bend {line['bend']}"


def place_complaints(made, orders, brakes):
    allowed = {"past": ("klar", "levert", "fakturert", "betalt")}.get(made["day"], ("mottatt", "i_arbeid"))
    if orders.get(made["orderKey"]) not in allowed:
        yield f"its order is {orders.get(made['orderKey'])}"
    if made["bent"] and made["approval"] not in ("approved", "not_required") or made["day"] == "past" and not made["bent"]:
        yield "bent contradicts the approval or the day"
    brake = brakes[made["brake"]] if made["brake"] else None
    if brake and (made["lengthMm"] > brake["maxLengthMm"] or made["profile"]["thicknessMm"] > brake["maxThicknessMm"]):
        yield "its machine cannot bend it"
    if not 2 <= len(made["profile"]["bends"]) <= 10:
        yield f"{len(made['profile']['bends'])} bends"
    if any(not 10 <= flange["lengthMm"] <= 350 for flange in made["profile"]["flanges"]):
        yield "a leg has an implausible length"


def complaints(templates, wrong, workshop):
    """One text per fault: sheets that cannot be made, and properties of the whole list that are missing."""
    orders = {order["key"]: order["status"] for order in workshop["orders"]}
    brakes = {brake["key"]: brake for brake in workshop["pressBrakes"]}
    faults = []
    for made in templates:
        reasons = [*folding_complaints(made["profile"]), *flat_pattern_complaints(made), *place_complaints(made, orders, brakes)]
        faults += [f"{made['key']}: {reason}" for reason in reasons]
    if len({made["key"] for made in templates}) != len(templates):
        faults.append("two sheets have the same key")
    live = [made["key"] for made in templates if made["day"] in ("today", "next")]
    if len(live) < 72 or sum(made["day"] == "spare" for made in templates) < 12:
        faults.append(f"too few sheets: {len(live)} live")
    if len(wrong) != 5 or any(entry["key"] not in live for entry in wrong):
        faults.append("not exactly five live sheets are deliberately wrong")
    for entry in wrong:
        off = [abs(a - b) for a, b in zip(entry["trueBendPositionsMm"], entry["writtenBendPositionsMm"])]
        if not 0.6 <= max(*off, abs(entry["trueWidthMm"] - entry["writtenWidthMm"])) <= 4:
            faults.append(f"{entry['key']}: wrong, but not by 0.6 to 4 mm")
    return faults

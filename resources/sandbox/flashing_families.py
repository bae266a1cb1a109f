"""The thirteen families of flashings as cross-sections. Pure geometry: legs with headings become a chain of turns.

A section is drawn as it is mounted, from one edge of the sheet to the other: heading 0 is right, 90 up, -90 down.
`visible` is the side of the chain, in its direction, that faces the weather. A left turn is a positive bend: it folds towards
the viewer of the flat pattern, who sees the left side (face B); face A is on the right.
All lengths are outer lengths in mm (see bend_allowance.py), all angles degrees.
"""

PARAPET_FALL = 11.31  # 1:5 inward


def section(family, params, legs, visible="left", start_hem=None, end_hem=None):
    """A chain from (length, heading) legs. A hem is (kind, gap, flap length, side of the flap)."""
    flanges = [length for length, _ in legs]
    bends = []
    for (_, before), (_, after) in zip(legs, legs[1:]):
        turn = round((after - before + 180) % 360 - 180, 6)
        bends.append({"angleDeg": turn, "hem": None, "gapMm": 0})
    for hem, at_start in ((start_hem, True), (end_hem, False)):
        if hem is None:
            continue
        kind, gap, flap, hand = hem
        bend = {"angleDeg": 180 if hand == "left" else -180, "hem": kind, "gapMm": gap}
        flanges.insert(0, flap) if at_start else flanges.append(flap)
        bends.insert(0, bend) if at_start else bends.append(bend)
    return {"family": family, "params": params, "flanges": flanges, "ends": {}, "bends": bends, "visible": visible}


def turned(shape):
    """The same sheet with its other face up: the chain reversed, and each bend in the other direction."""
    last = len(shape["flanges"]) - 1
    return {
        **shape,
        "flanges": shape["flanges"][::-1],
        "ends": {last - at: length for at, length in shape["ends"].items()},
        "bends": [{**bend, "angleDeg": -bend["angleDeg"]} for bend in reversed(shape["bends"])],
        "visible": "right" if shape["visible"] == "left" else "left",
    }


def tapered(shape, at, end_length, name):
    """Flange `at` is `end_length` long at the far end of the piece; `name` is the name of its parameter."""
    return {**shape, "ends": {**shape["ends"], at: end_length}, "params": {**shape["params"], name: end_length}}


def closed(flap, hand="right"):
    return ("closed", 0.0, flap, hand)


def opened(flap, gap=2.0, hand="right"):
    return ("open", gap, flap, hand)


def teardrop(flap, gap=2.0, hand="right"):
    return ("teardrop", gap, flap, hand)


def named(hems, **params):
    """The parameters of a section, with the flap lengths of its hems."""
    flaps = {name: hem[2] for name, hem in hems.items() if hem}
    return {**{name: value for name, value in params.items() if value}, **flaps}


def vindusbeslag(a, b, c, d=12, fall=15, kick=30, hem=None, top_hem=None):
    """Window sill: upstand a behind the frame, sill b with its fall, front c, drip edge d kicked out."""
    legs = [(a, -90), (b, -fall), (c, -90)] + ([(d, -90 + kick)] if d else [])
    params = named({"omslag": hem, "omslagOppe": top_hem}, a=a, b=b, c=c, d=d, fall=fall)
    return section("vindusbeslag", params, legs, start_hem=top_hem, end_hem=hem)


def vannbord(a, b, c, d=10, fall=15, kick=45, hem=None, top_hem=None):
    """Water table: a higher upstand behind the cladding, a fall of 15 degrees or more, and a drip edge."""
    return {**vindusbeslag(a, b, c, d, fall, kick, hem, top_hem), "family": "vannbord"}


def parapetbeslag(outer, top, inner, d=12, inner_d=12, kick=30, hem=None, inner_hem=None, fall=PARAPET_FALL):
    """Parapet cap: outer leg down the facade, top falling inward, inner leg, drip edges kicked away from the wall."""
    legs = [(d, 90 - kick), (outer, 90), (top, -fall), (inner, -90)] + ([(inner_d, -90 + kick)] if inner_d else [])
    params = named({"omslag": hem, "omslagInne": inner_hem}, a=outer, b=top, c=inner, d=d, e=inner_d, fall=fall)
    return section("parapetbeslag", params, legs, start_hem=hem, end_hem=inner_hem)


def parapet_cornice(steps, step, top, inner, d=12, flap=10):
    """Parapet cap whose facade leg goes up in steps: the risers `steps` with shelves of `step` between them."""
    legs = [(d, 60)]
    for riser in steps[:-1]:
        legs += [(riser, 90), (step, 0)]
    legs += [(steps[-1], 90), (top, -PARAPET_FALL), (inner, -90), (d, -60)]
    risers = {f"a{number}": riser for number, riser in enumerate(steps, 1)}
    params = {**risers, "trinn": step, "b": top, "c": inner, "d": d, "omslag": flap, "fall": PARAPET_FALL}
    return section("parapetbeslag", params, legs, start_hem=closed(flap), end_hem=closed(flap))


def pipebeslag_front(joint, height, apron, pitch, hem=None):
    """Chimney, the side towards the eaves: into the mortar joint, down, and an apron down the roof."""
    legs = [(joint, 0), (height, -90), (apron, -pitch)]
    return section("pipebeslag", named({"omslag": hem}, a=joint, b=height, c=apron, takvinkel=pitch), legs, end_hem=hem)


def pipebeslag_back(joint, height, apron, pitch, hem=None):
    """Chimney, the side towards the ridge: the roof rises away from it, so the sheet turns by more than 90."""
    legs = [(joint, 0), (height, -90), (apron, pitch)]
    return section("pipebeslag", named({"omslag": hem}, a=joint, b=height, c=apron, takvinkel=pitch), legs, end_hem=hem)


def pipebeslag_side(joint, height, tray, hem=None):
    """Chimney, along the fall of the roof: upstand and tray with a water stop at its edge."""
    legs = [(joint, 0), (height, -90), (tray, 0)]
    return section("pipebeslag", named({"omslag": hem}, a=joint, b=height, c=tray), legs, end_hem=hem)


def takfotbeslag(a, c, d=12, pitch=30, kick=30, hem=None, top_hem=None):
    """Eaves: a on the roof deck, c down into the gutter, drip edge d."""
    legs = [(a, -pitch), (c, -90)] + ([(d, -90 + kick)] if d else [])
    params = named({"omslag": hem, "omslagOppe": top_hem}, a=a, c=c, d=d, takvinkel=pitch)
    return section("takfotbeslag", params, legs, start_hem=top_hem, end_hem=hem)


def gavlbeslag(up, top, down, d=12, kick=30, hem=None, top_hem=None):
    """Gable: a fold up against the roofing, over the top of the board, down its face, drip edge."""
    legs = [(up, -90), (top, 0), (down, -90)] + ([(d, -90 + kick)] if d else [])
    params = named({"omslag": hem, "omslagOppe": top_hem}, a=up, b=top, c=down, d=d)
    return section("gavlbeslag", params, legs, start_hem=top_hem, end_hem=hem)


def vindskibeslag(inner, top, down, d=12, kick=30, fall=0, hem=None, inner_hem=None):
    """Bargeboard cap: inner leg short, outer leg long, the top falling inward to the roof by `fall`."""
    legs = [(inner, 90), (top, fall), (down, -90)] + ([(d, -90 + kick)] if d else [])
    params = named({"omslag": hem, "omslagInne": inner_hem}, a=inner, b=top, c=down, d=d, fall=fall)
    return section("vindskibeslag", params, legs, start_hem=inner_hem, end_hem=hem)


def monebeslag(wing, pitch, lip=20, lip_turn=45, hem=True, flap=10, other_wing=None):
    """Ridge: two wings and a lip at each lower edge."""
    far = other_wing or wing
    legs = [(lip, pitch + lip_turn), (wing, pitch), (far, -pitch), (lip, -pitch - lip_turn)]
    flap_hem = closed(flap) if hem else None
    params = named({"omslag": flap_hem}, a=wing, b=far, c=lip, takvinkel=pitch)
    return section("monebeslag", params, legs, start_hem=flap_hem, end_hem=flap_hem)


def overgangsbeslag(a, b, c, fall=15, hem=None, top_hem=None):
    """Transition on a wall: behind the upper cladding, out with a fall, down over the lower one."""
    legs = [(a, -90), (b, -fall), (c, -90)]
    params = named({"omslag": hem, "omslagOppe": top_hem}, a=a, b=b, c=c, fall=fall)
    return section("overgangsbeslag", params, legs, start_hem=top_hem, end_hem=hem)


def overgang_roof(upper, lower, steep, shallow, lip=15, hem=None, top_hem=None):
    """Transition between two roof pitches; the middle bend is shallow."""
    legs = [(upper, -steep), (lower, -shallow), (lip, -shallow - 45)]
    params = named({"omslag": hem, "omslagOppe": top_hem}, a=upper, b=lower, c=lip, oppe=steep, nede=shallow)
    return section("overgangsbeslag", params, legs, start_hem=top_hem, end_hem=hem)


def vinkelbeslag(a, b, turn=90, hem=None, other_hem=None):
    """Corner trim: the outside of the bend is visible, the hem flaps are inside."""
    legs = [(a, -90), (b, -90 + turn)]
    params = named({"omslag": hem, "omslagB": other_hem}, a=a, b=b, vinkel=turn)
    return section("vinkelbeslag", params, legs, "right", start_hem=hem, end_hem=other_hem)


def u_profil(a, b, c, lip=0, hem=None):
    """Channel, with lips turned in if `lip` is not 0."""
    legs = [(a, -90), (b, 0), (c, 90)]
    if lip:
        legs = [(lip, 180)] + legs + [(lip, 180)]
    return section("u_profil", named({"omslag": hem}, a=a, b=b, c=c, leppe=lip), legs, "right", start_hem=hem, end_hem=hem)


def z_profil(a, b, c, turn=90, lip=0, hem=None, end_hem=None):
    """Z: two bends in opposite directions. `lip` points up at the edge of the first flange and down at the edge of the last."""
    legs = [(a, 0), (b, -turn), (c, 0)]
    if lip:
        legs = [(lip, -90)] + legs + [(lip, -90)]
    params = named({"omslag": hem, "omslagC": end_hem}, a=a, b=b, c=c, leppe=lip, vinkel=turn)
    return section("z_profil", params, legs, start_hem=hem, end_hem=end_hem)


def hatteprofil(foot, height, top, turn=90, hem=None):
    """Hat: feet, webs and a top. The hem flaps are under the feet."""
    legs = [(foot, 0), (height, turn), (top, 0), (height, -turn), (foot, 0)]
    params = named({"omslag": hem}, a=foot, b=height, c=top, vinkel=turn)
    return section("hatteprofil", params, legs, start_hem=hem, end_hem=hem)

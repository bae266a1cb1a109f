"""The sheets of the sandbox: the order, material, machine and day of each.

This file contains only shapes and quantities; make_sheets.py computes every flat pattern from them.
"""
from flashing_families import (
    closed, gavlbeslag, hatteprofil, monebeslag, opened, overgang_roof, overgangsbeslag, parapet_cornice, parapetbeslag,
    pipebeslag_back, pipebeslag_front, pipebeslag_side, takfotbeslag, tapered, teardrop, turned, u_profil, vannbord,
    vindskibeslag, vindusbeslag, vinkelbeslag, z_profil,
)

TODAY, NEXT, SPARE, PAST = "today", "next", "spare", "past"
PB1, PB2, FM1 = "press-brake-1", "press-brake-2", "folder-1"

# material, thickness, tensile strength, usual inside radius, whether it has a film if coated, grain
MATERIALS = {
    "ps05": ("plastbelagt_stal", 0.5, 330, 0.8, True, None),
    "ps06": ("plastbelagt_stal", 0.6, 330, 1.0, True, None),
    "ps07": ("plastbelagt_stal", 0.7, 330, 1.0, True, None),
    "gs06": ("galvanisert_stal", 0.6, 390, 1.0, False, None),
    "gs10": ("galvanisert_stal", 1.0, 390, 1.3, False, None),
    "gs15": ("galvanisert_stal", 1.5, 390, 2.0, False, None),
    "al08": ("aluminium", 0.8, 180, 1.2, True, None),
    "al10": ("aluminium", 1.0, 180, 1.5, True, "along"),
    "al15": ("aluminium", 1.5, 180, 2.0, True, "along"),
    "zn07": ("sink", 0.7, 170, 1.5, False, "across"),
    "zn08": ("sink", 0.8, 170, 1.8, False, "across"),
    "cu06": ("kobber", 0.6, 240, 1.0, False, None),
    "cu07": ("kobber", 0.7, 240, 1.0, False, None),
    "ss08": ("rustfritt", 0.8, 620, 1.5, False, "along"),
    "ss10": ("rustfritt", 1.0, 620, 2.0, False, "along"),
    "ss15": ("rustfritt", 1.5, 620, 3.0, False, "along"),
}

SHEETS = []


def sheet(key, day, brake, order, shape, material, colour, method, pieces, **more):
    """A sheet. `pieces`: (quantity, length) or (quantity, length, hand). `method`: "din", "table" or a K factor.

    more: radius, approval, bent, note, film, holes (see make_sheets.py), corner (radius), mitre (mm shorter at x = width),
    notch (at the "near" end or at "both", how many of the last flanges, depth),
    wrong (the deliberate mistake in this sheet's flat pattern).
    """
    row = {"key": key, "day": day, "brake": brake, "order": f"ordre-{order:02}", "shape": shape, "material": material}
    SHEETS.append({**row, "colour": colour, "method": method, "pieces": pieces, **more})


# ordre-01: detached house, black steel: everything around the windows
sheet("vindusbeslag-01", TODAY, PB1, 1, vindusbeslag(25, 120, 30), "ps06", "RR33", "din", [(4, 2000), (2, 1350)])
sheet("vindusbeslag-02", TODAY, PB1, 1, turned(vindusbeslag(25, 120, 30)), "ps06", "RR33", "din", [(6, 1200)], bent=True)
sheet("vindusbeslag-03", TODAY, PB1, 1, vindusbeslag(30, 145, 35, 0, hem=closed(12)), "ps06", "RR33", "table",
      [(3, 1180, "left"), (3, 1180, "right")], holes=[("hole_at", 0, 0.5, 5, 80)], note="Skruehull bare i den ene enden: se på hånd.")
sheet("vannbord-01", TODAY, PB1, 1, turned(vannbord(50, 60, 25, 12, 20)), "ps06", "RR33", "din", [(8, 2000), (2, 1640)])
sheet("vannbord-02", TODAY, PB1, 1, vannbord(45, 75, 25, 10, 15, hem=closed(10)), "ps06", "RR33", "table", [(5, 2400)])
sheet("vinkelbeslag-01", TODAY, PB1, 1, vinkelbeslag(60, 60, hem=closed(10, "left"), other_hem=closed(10, "left")), "ps06",
      "RR33", "din", [(10, 2500)], note="Utvendig hjørne, synlig side ut.")
sheet("takfotbeslag-01", TODAY, FM1, 1, takfotbeslag(120, 45, hem=closed(10)), "ps06", "RR33", "din", [(9, 2000), (1, 900)])
sheet("vindusbeslag-04", NEXT, PB1, 1, vindusbeslag(25, 165, 30, 12, 15, hem=closed(10), top_hem=closed(10)), "ps06", "RR33", "din",
      [(2, 2700), (4, 1100)], approval="awaiting", note="Dypere smyg i stue. Venter på mål fra kunden.")

# ordre-02: flat-roofed school, anthracite aluminium parapets
sheet("parapetbeslag-01", TODAY, FM1, 2, parapetbeslag(150, 320, 60), "al10", "RAL 7016", "din", [(12, 2500), (2, 1775)])
sheet("parapetbeslag-02", TODAY, FM1, 2, turned(parapetbeslag(155, 280, 60, hem=closed(12))), "al10", "RAL 7016", 0.42,
      [(7, 2500)])
sheet("parapetbeslag-03", TODAY, FM1, 2, parapetbeslag(180, 350, 80, 15, 0, inner_hem=closed(12)), "al10", "RAL 7016", "din",
      [(6, 2500)], notch=("both", 2, 40), note="Utklinket i endene for overlapp inn mot membran.")
sheet("parapetbeslag-04", TODAY, FM1, 2, parapet_cornice([40, 40, 60], 15, 260, 50), "al08", "RAL 7016", "din", [(4, 2000)],
      note="Gesims med to trinn: ti knekk, regn god tid.")
sheet("parapetbeslag-05", TODAY, None, 2, parapetbeslag(160, 300, 60), "al10", "RAL 7016", "din", [(2, 4000)],
      note="Fire meter: går bare i knekkemaskinen.")
sheet("vinkelbeslag-02", TODAY, PB2, 2, vinkelbeslag(80, 40, hem=closed(12, "left")), "al10", "RAL 7016", "table", [(14, 2000)])
sheet("overgangsbeslag-01", TODAY, PB2, 2, overgangsbeslag(60, 80, 30, hem=closed(12)), "al10", "RAL 7016", "table",
      [(6, 2000), (3, 1450)], bent=True)
sheet("parapetbeslag-06", NEXT, FM1, 2, tapered(parapetbeslag(150, 300, 60), 2, 240, "bEnde"), "al10", "RAL 7016", "din",
      [(2, 2400)], note="Smalner mot takets ende.")

# ordre-03: roofer, ridge and gable in grey steel
sheet("monebeslag-01", TODAY, FM1, 3, monebeslag(150, 27), "ps06", "RR23", "din", [(8, 2000), (1, 1250)])
sheet("monebeslag-02", TODAY, FM1, 3, monebeslag(165, 5, 25, 50), "ps06", "RR23", "din", [(5, 2000)],
      note="Slakt tak, fem grader.")
sheet("gavlbeslag-01", TODAY, PB1, 3, gavlbeslag(20, 80, 130), "ps06", "RR23", "din", [(6, 3000)])
sheet("gavlbeslag-02", TODAY, PB1, 3, turned(gavlbeslag(25, 95, 150, hem=closed(10))), "ps06", "RR23", "din",
      [(3, 2600, "left"), (3, 2600, "right")], mitre=140, note="Gjæret i mønet: høyre og venstre.")
sheet("vindskibeslag-01", TODAY, PB1, 3, vindskibeslag(30, 48, 140, hem=closed(10)), "ps06", "RR23", "table", [(6, 2000), (2, 1500)],
      wrong={"cause": "hem_swapped", "bend": 3, "kind": "open", "gap": 2.0})
sheet("takfotbeslag-02", TODAY, PB1, 3, takfotbeslag(140, 50, 15, 27, hem=opened(12)), "ps06", "RR23", "din", [(10, 2000)])
sheet("overgangsbeslag-02", TODAY, FM1, 3, overgang_roof(150, 160, 38, 27, hem=closed(10)), "ps06", "RR23", "din", [(5, 2000)],
      bent=True)
sheet("pipebeslag-01", NEXT, PB2, 3, pipebeslag_front(15, 150, 200, 27, hem=closed(12)), "ps06", "RR23", "din", [(1, 820)],
      holes=[("hole", 1, 0.35, 6, 180)])

# ordre-04: copper and zinc for a listed church
sheet("pipebeslag-02", TODAY, PB2, 4, pipebeslag_front(18, 160, 200, 45, hem=closed(15)), "cu07", "blank", "din", [(1, 940)],
      holes=[("slot", 1, 0.4, 14, 6, 220)], note="Avlange hull for bevegelse. Ikke ta i kobberet uten hansker.")
sheet("pipebeslag-03", TODAY, PB2, 4, pipebeslag_back(18, 160, 180, 45, hem=opened(20, hand="left")), "cu07", "blank", "din", [(1, 940)])
sheet("pipebeslag-04", TODAY, PB2, 4, tapered(pipebeslag_side(18, 160, 150, opened(20, hand="left")), 1, 120, "bEnde"), "cu07",
      "blank", 0.4, [(1, 1100, "left"), (1, 1100, "right")])
sheet("vannbord-03", TODAY, PB2, 4, vannbord(60, 110, 30, 12, 20, hem=closed(12)), "cu06", "blank", "din", [(4, 1600)])
sheet("vindusbeslag-05", TODAY, PB2, 4, vindusbeslag(30, 180, 40, 0, 15, hem=teardrop(15)), "zn07", "naturell", "din",
      [(3, 1450), (3, 1050)], note="Sink: ikke under 10 grader i plata.")
sheet("takfotbeslag-03", TODAY, PB2, 4, takfotbeslag(150, 60, 0, 45, hem=teardrop(15)), "zn07", "naturell", "table", [(7, 2000)])
sheet("gavlbeslag-03", NEXT, PB2, 4, gavlbeslag(30, 60, 100, 0, hem=opened(15, 3.0), top_hem=closed(12, "left")), "zn07", "naturell", "din",
      [(4, 2000)], approval="change_requested", note="Kunden vil ha lavere oppbrett.")
sheet("monebeslag-03", NEXT, FM1, 4, monebeslag(180, 45, 20, 30), "cu07", "blank", "din", [(6, 2000)])

# ordre-05: agreement call-off, framing profiles in galvanised steel
sheet("u_profil-01", TODAY, PB1, 5, u_profil(30, 60, 30), "gs10", "blank", "table", [(20, 3000)])
sheet("u_profil-02", TODAY, PB1, 5, u_profil(50, 100, 50, 15), "gs15", "blank", "din", [(12, 3000), (4, 2400)])
sheet("z_profil-01", TODAY, PB1, 5, z_profil(40, 60, 40), "gs10", "blank", "din", [(16, 3000)], bent=True)
sheet("z_profil-02", TODAY, PB1, 5, z_profil(50, 120, 50, lip=15), "gs15", "blank", 0.44, [(10, 3000)],
      wrong={"cause": "other_k", "k": 0.28})
sheet("hatteprofil-01", TODAY, PB1, 5, hatteprofil(25, 30, 50), "gs10", "blank", "table", [(24, 2500)])
sheet("hatteprofil-02", TODAY, PB1, 5, hatteprofil(30, 40, 60, 75), "gs10", "blank", "din", [(18, 2500), (6, 1800)],
      holes=[("hole", 0, 0.5, 6, 300), ("hole", 4, 0.5, 6, 300)])
sheet("vinkelbeslag-03", NEXT, PB1, 5, vinkelbeslag(50, 50, hem=closed(12, "left")), "gs10", "blank", "din", [(30, 2000)])
sheet("u_profil-03", NEXT, PB1, 5, u_profil(40, 82, 40, hem=closed(12, "left")), "gs10", "blank", "din", [(12, 2750)])

# ordre-06: housing co-operative, white bargeboards and sills
sheet("vindskibeslag-02", TODAY, PB1, 6, turned(vindskibeslag(35, 50, 160)), "ps07", "RR20", "din",
      [(8, 2400, "left"), (8, 2400, "right")], mitre=60)
sheet("vindskibeslag-03", TODAY, PB1, 6, vindskibeslag(30, 45, 120, 12, 45, hem=closed(10), inner_hem=closed(10)), "ps07", "RR20",
      "din", [(6, 3000)])
sheet("vindskibeslag-04", TODAY, FM1, 6, tapered(vindskibeslag(30, 48, 200), 2, 150, "cEnde"), "ps07", "RR20", "din",
      [(2, 2800, "left"), (2, 2800, "right")])
sheet("vindusbeslag-06", TODAY, PB2, 6, vindusbeslag(20, 95, 25, 10), "ps07", "RR20", "din", [(24, 1190)],
      wrong={"cause": "inside_dimensions"})
sheet("vindusbeslag-07", TODAY, PB2, 6, vindusbeslag(20, 95, 25, 10), "ps07", "RR20", 0.4, [(18, 590), (12, 890)], bent=True)
sheet("vannbord-04", TODAY, PB2, 6, turned(vannbord(40, 55, 20, 10, 25)), "ps07", "RR20", "din", [(16, 2000)], bent=True)
sheet("takfotbeslag-04", NEXT, PB1, 6, takfotbeslag(100, 40, 12, 22, top_hem=closed(10)), "ps07", "RR20", "din", [(20, 2500)])
sheet("overgangsbeslag-03", NEXT, PB1, 6, turned(overgangsbeslag(50, 65, 35, 20, hem=closed(10))), "ps07", "RR20", "din", [(8, 2100)])

# ordre-07: cold store, stainless and thick aluminium
sheet("u_profil-04", NEXT, PB1, 7, u_profil(60, 80, 60), "ss15", "blank", "din", [(6, 2500)], film="both")
sheet("vinkelbeslag-04", NEXT, PB1, 7, vinkelbeslag(120, 80, 105, hem=closed(15, "left")), "ss10", "blank", "din", [(4, 2000)], film="face")
sheet("z_profil-03", NEXT, PB1, 7, z_profil(35, 45, 60, 60), "ss15", "blank", 0.45, [(8, 1900)], film="both", corner=12)
sheet("hatteprofil-03", NEXT, PB2, 7, hatteprofil(25, 35, 45, hem=closed(12)), "ss08", "blank", "din", [(10, 1850)], film="face")
sheet("u_profil-05", NEXT, PB2, 7, u_profil(25, 90, 45, lip=0), "al15", "blank", "din", [(8, 1600)], holes=[("box", 1, 0.5, 40, 90, 8)],
      note="Utsparing midt på livet for rør.")
sheet("vannbord-05", NEXT, PB2, 7, vannbord(45, 130, 30, 15, 18), "ss08", "blank", "din", [(6, 1250)], film="face")
sheet("parapetbeslag-07", NEXT, FM1, 7, parapetbeslag(200, 250, 100, 15, 15), "al15", "blank", "din", [(5, 3000)])
sheet("overgangsbeslag-04", NEXT, PB2, 7, overgangsbeslag(80, 45, 60, 15), "ss10", "blank", "din", [(7, 1500)],
      approval="awaiting", film="face")

# ordre-08: cabin, dark brown steel
sheet("pipebeslag-05", NEXT, PB2, 8, pipebeslag_back(15, 150, 180, 30, hem=opened(20, hand="left")), "ps06", "RR32", "table", [(1, 760)])
sheet("pipebeslag-06", NEXT, PB2, 8, turned(pipebeslag_side(15, 150, 160, opened(20, hand="left"))), "ps06", "RR32", "din",
      [(1, 980, "left"), (1, 980, "right")], notch=("near", 1, 60))
sheet("monebeslag-04", NEXT, PB1, 8, monebeslag(140, 30, 18, 45, hem=False), "ps06", "RR32", "table", [(7, 2000)])
sheet("vindskibeslag-05", NEXT, PB1, 8, vindskibeslag(25, 45, 150, 12, 30, 5), "ps06", "RR32", "din", [(4, 2300)],
      wrong={"cause": "bend_moved", "bend": 2, "by": 1.6})
sheet("vindusbeslag-08", NEXT, PB1, 8, vindusbeslag(25, 70, 30, 12), "ps06", "RR32", "din", [(5, 1000), (3, 400)])
sheet("takfotbeslag-05", NEXT, PB1, 8, turned(takfotbeslag(130, 40, 12, 30)), "ps06", "RR32", "table", [(8, 2000)])
sheet("gavlbeslag-04", NEXT, PB1, 8, gavlbeslag(20, 70, 110, 12, 45, hem=closed(10)), "ps06", "RR32", "din", [(6, 2200)])
sheet("vinkelbeslag-05", NEXT, None, 8, vinkelbeslag(45, 90, 75, hem=closed(10, "left")), "ps06", "RR32", "din", [(4, 1700)],
      approval="change_requested")

# ordre-09: industrial hall, long pieces on the folding machine
sheet("gavlbeslag-05", NEXT, FM1, 9, gavlbeslag(25, 120, 220, 15), "ps06", "RAL 9005", "din", [(10, 3000), (2, 2150)])
sheet("takfotbeslag-06", NEXT, FM1, 9, takfotbeslag(150, 80, 15, 6), "ps06", "RAL 9005", "din", [(14, 4000)],
      note="To mann: 4 m.")
sheet("overgangsbeslag-05", NEXT, FM1, 9, overgang_roof(180, 150, 20, 5), "ps06", "RAL 9005", "din", [(9, 3000)])
sheet("parapetbeslag-08", NEXT, FM1, 9, turned(parapetbeslag(170, 260, 70)), "ps06", "RAL 9005", "din", [(11, 3000)],
      wrong={"cause": "din_k_doubled"})
sheet("hatteprofil-04", NEXT, PB1, 9, hatteprofil(30, 25, 80, 60), "gs10", "blank", "table", [(40, 3000)], approval="awaiting")
sheet("z_profil-04", NEXT, PB1, 9, turned(z_profil(60, 150, 45, lip=20)), "gs15", "blank", "din", [(22, 3000)])
sheet("vinkelbeslag-06", NEXT, FM1, 9, vinkelbeslag(150, 150, hem=closed(12, "left"), other_hem=closed(12, "left")), "ps06",
      "RAL 9005", "din", [(16, 3000)])
sheet("monebeslag-05", NEXT, FM1, 9, monebeslag(200, 6, 25, 60, other_wing=180), "ps06", "RAL 9005", "din", [(13, 3000)])

# ordre-10: joiner, small jobs
sheet("vindusbeslag-09", TODAY, PB2, 10, vindusbeslag(25, 110, 28, 12, 10), "al08", "RAL 9005", "din", [(3, 1290), (2, 690)])
sheet("vindusbeslag-10", TODAY, PB2, 10, turned(vindusbeslag(25, 110, 28, 12, 10, hem=closed(10))), "al08", "RAL 9005", 0.43, [(2, 1890)])
sheet("vannbord-06", TODAY, PB2, 10, vannbord(55, 140, 30, 12, 15, top_hem=closed(12)), "al08", "RAL 9005", "din", [(2, 1750)],
      approval="awaiting")
sheet("z_profil-05", TODAY, PB2, 10, z_profil(25, 40, 25, hem=closed(12), end_hem=closed(12, "left")), "ps05", "RR29", "din", [(5, 1500)])
sheet("gavlbeslag-06", TODAY, PB1, 10, gavlbeslag(20, 60, 90, 12), "ps05", "RR29", "din", [(4, 2100)], radius=3.0,
      note="Stor radius etter gammel prøve.")
sheet("hatteprofil-05", TODAY, PB2, 10, hatteprofil(20, 20, 40), "ps05", "RR29", "din", [(9, 1000)])
sheet("overgangsbeslag-06", TODAY, PB2, 10, overgangsbeslag(40, 50, 25, 25, hem=opened(12)), "ps05", "RR29", "din", [(6, 1400)])
sheet("u_profil-06", TODAY, PB2, 10, u_profil(15, 22, 15), "ps05", "RR29", "din", [(12, 800), (6, 450)], radius=0.5)

# Spares: each new day uses some of them
sheet("reserve-vindusbeslag-1", SPARE, PB1, 3, vindusbeslag(25, 130, 30), "ps06", "RR23", "din", [(6, 1400)])
sheet("reserve-vindusbeslag-2", SPARE, PB2, 6, vindusbeslag(20, 85, 25, 10), "ps07", "RR20", "din", [(10, 990), (4, 490)])
sheet("reserve-vannbord-1", SPARE, PB1, 1, vannbord(50, 70, 25), "ps06", "RR33", "table", [(7, 2000)])
sheet("reserve-parapetbeslag-1", SPARE, FM1, 2, parapetbeslag(150, 240, 60), "al10", "RAL 7016", "din", [(9, 2500)])
sheet("reserve-takfotbeslag-1", SPARE, PB1, 6, takfotbeslag(110, 45, 12, 22), "ps07", "RR20", "din", [(12, 2000)])
sheet("reserve-gavlbeslag-1", SPARE, PB1, 8, gavlbeslag(20, 75, 120), "ps06", "RR32", "din", [(5, 2400)])
sheet("reserve-vindskibeslag-1", SPARE, PB1, 3, vindskibeslag(30, 48, 130, hem=closed(10)), "ps06", "RR23", "din",
      [(3, 2200, "left"), (3, 2200, "right")], mitre=75)
sheet("reserve-monebeslag-1", SPARE, FM1, 9, monebeslag(160, 22), "ps06", "RAL 9005", "din", [(8, 3000)])
sheet("reserve-overgangsbeslag-1", SPARE, PB2, 2, overgangsbeslag(55, 70, 30, hem=closed(12)), "al10", "RAL 7016", "din", [(4, 1900)])
sheet("reserve-pipebeslag-1", SPARE, PB2, 8, pipebeslag_front(15, 150, 180, 30, hem=closed(12)), "ps06", "RR32", "table", [(1, 700)])
sheet("reserve-vinkelbeslag-1", SPARE, PB1, 5, vinkelbeslag(40, 60, hem=closed(12, "left")), "gs10", "blank", "din", [(20, 2500)])
sheet("reserve-u_profil-1", SPARE, PB1, 5, u_profil(40, 75, 40), "gs10", "blank", "table", [(14, 3000)])
sheet("reserve-z_profil-1", SPARE, PB1, 5, z_profil(45, 80, 45), "gs15", "blank", "din", [(10, 2800)])
sheet("reserve-hatteprofil-1", SPARE, PB1, 9, hatteprofil(25, 35, 60), "gs10", "blank", "din", [(16, 2500)])

# Finished orders: not on the list of the day, all bent
sheet("ferdig-vindusbeslag-1", PAST, PB1, 13, vindusbeslag(25, 105, 30), "ps06", "RR33", "din", [(8, 1300)], bent=True)
sheet("ferdig-vannbord-1", PAST, PB1, 13, vannbord(45, 60, 25), "ps06", "RR33", "din", [(6, 2000)], bent=True)
sheet("ferdig-takfotbeslag-1", PAST, PB1, 14, takfotbeslag(120, 45), "ps06", "RR23", "table", [(10, 2000)], bent=True)
sheet("ferdig-parapetbeslag-1", PAST, FM1, 15, parapetbeslag(150, 260, 60), "al10", "RAL 7016", "din", [(8, 2500)], bent=True)
sheet("ferdig-vinkelbeslag-1", PAST, PB1, 15, vinkelbeslag(60, 60, hem=closed(12, "left")), "al10", "RAL 7016", "din", [(6, 2500)], bent=True)
sheet("ferdig-gavlbeslag-1", PAST, PB1, 16, gavlbeslag(20, 80, 120), "ps06", "RR32", "din", [(4, 2600)], bent=True)
sheet("ferdig-u_profil-1", PAST, PB1, 17, u_profil(30, 50, 30), "gs10", "blank", "din", [(20, 3000)], bent=True)
sheet("ferdig-hatteprofil-1", PAST, PB1, 17, hatteprofil(25, 30, 50), "gs10", "blank", "din", [(15, 2500)], bent=True)
sheet("ferdig-pipebeslag-1", PAST, PB2, 18, pipebeslag_side(15, 150, 150, opened(20, hand="left")), "ps06", "RR33", "din", [(2, 1050)], bent=True)
sheet("ferdig-monebeslag-1", PAST, FM1, 19, monebeslag(150, 27), "ps06", "RR23", "din", [(7, 2000)], bent=True)

// Whether a folding machine can bend a blank. No force formula is published for it, so its thickness rating by length is used. Pure.
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'
import { commonRefusals, fitFrom, noTools, toleranceMm } from './machine-fit.ts'
import type { FolderMachine } from './machine.ts'
import type { Fit, FitUncertainty, FitRefusal, FitWarning } from './reason.ts'
import { shortFlanges } from './sheet-to-fit.ts'
import type { BendToFit, BlankToFit } from './sheet-to-fit.ts'

/** Ratings are stated for sheet metal of this strength. */
const ratedStrengthMpa: Mpa = 400

/** A rated thickness converted to another strength: · √(400/Rm), Rm in MPa above 0; common trade knowledge. */
export const ratedFor = (thicknessMm: Mm, rm: Mpa): Mm => thicknessMm * Math.sqrt(ratedStrengthMpa / rm)

/** The maker's rating at a length, in thickness of sheet metal of 400 MPa: that of the next stated length; null beyond the last. */
const ratingAt = (machine: FolderMachine, lengthMm: Mm): Mm | null =>
  machine.ratings.find(({ upToLengthMm }) => lengthMm <= upToLengthMm + toleranceMm)?.thicknessMm ?? null

/**
 * The largest inside radius of one fold, mm. A blade folds the blank around the nose of the clamp, so a larger radius takes several folds
 * beside each other, which are not planned. Assumed: 5 times the thickness; no figure is published.
 */
export const largestFoldRadius = (thicknessMm: Mm): Mm => 5 * thicknessMm

/** The tools and the force of the result are null. An unknown strength is an uncertainty, not a refusal. */
export function folderFit(blank: BlankToFit, machine: FolderMachine): Fit {
  const { thicknessMm, longestMm: lengthMm, strengthMpa } = blank
  const refusals: FitRefusal[] = commonRefusals(blank, machine)
  const uncertainties: FitUncertainty[] = []

  const rated = ratingAt(machine, lengthMm)
  if (strengthMpa === null) uncertainties.push({ code: 'strength_unknown', params: { thicknessMm } })
  else if (rated !== null && thicknessMm > ratedFor(rated, strengthMpa) + toleranceMm) {
    refusals.push({ code: 'rated_thinner', params: { thicknessMm, ratedMm: ratedFor(rated, strengthMpa), lengthMm } })
  }
  for (const short of shortFlanges(
    blank,
    () => machine.smallestFlangeMm,
    (statedMm) => statedMm,
  )) {
    const { flange, lengthMm, neededMm } = short
    refusals.push({ code: 'short_flange_folder', params: { flange, lengthMm, neededMm } })
  }
  for (const bend of blank.bends) {
    if (bend.turnDeg > machine.largestTurnDeg) {
      const params = { bend: bend.number, turnDeg: bend.turnDeg, largestTurnDeg: machine.largestTurnDeg }
      refusals.push({ code: 'angle_of_folder', params })
    } else if (bend.hem === null && bend.insideRadiusMm > largestFoldRadius(thicknessMm) + toleranceMm) {
      const params = { bend: bend.number, radiusMm: bend.insideRadiusMm, largestMm: largestFoldRadius(thicknessMm) }
      refusals.push({ code: 'radius_of_folder', params })
    } else if (bend.hem !== null) {
      const hem = hemFindings(blank, machine, bend)
      refusals.push(...hem.refusals)
      uncertainties.push(...hem.uncertainties)
    }
  }
  uncertainties.push(...shapeUncertainties(blank, machine))
  return fitFrom({
    refusals,
    uncertainties,
    warnings: [...blank.warnings, ...turning(blank, machine)],
    tools: noTools,
    forceKn: null,
  })
}

/** A hem is folded as far as the machine turns, placed under the clamp and pressed flat by it. */
function hemFindings(blank: BlankToFit, machine: FolderMachine, bend: BendToFit) {
  const refusals: FitRefusal[] = []
  const uncertainties: FitUncertainty[] = []
  const { thicknessMm, strengthMpa } = blank
  const flapMm = Math.min(
    ...[blank.flangesMm[bend.number - 1], blank.flangesMm[bend.number]].filter((one) => one !== undefined),
  )
  const heightMm = flapMm * Math.sin(radians(180 - machine.largestTurnDeg)) + thicknessMm
  if (heightMm > machine.clampOpeningMm) {
    refusals.push({
      code: 'hem_under_clamp',
      params: { bend: bend.number, heightMm, openingMm: machine.clampOpeningMm },
    })
  }
  if (machine.hemThicknessMm === null) uncertainties.push({ code: 'hem_rating_unknown', params: { bend: bend.number } })
  else if (strengthMpa !== null) {
    const maxThicknessMm = ratedFor(machine.hemThicknessMm, strengthMpa)
    if (thicknessMm > maxThicknessMm + toleranceMm) {
      refusals.push({ code: 'hem_too_thick', params: { bend: bend.number, thicknessMm, maxThicknessMm } })
    }
  }
  return { refusals, uncertainties }
}

/** Shapes that depend on the order of bends: a return that swings over the clamp's nose, an offset narrower than the beam. */
function shapeUncertainties(blank: BlankToFit, machine: FolderMachine): FitUncertainty[] {
  return blank.flangesMm.flatMap((webMm, index): FitUncertainty[] => {
    const before = blank.bends[index - 1]
    const after = blank.bends[index]
    if (before === undefined || after === undefined || before.hem !== null || after.hem !== null) return []
    if (before.up !== after.up) {
      const { beamThicknessMm } = machine
      if (webMm >= beamThicknessMm - toleranceMm) return []
      return [{ code: 'offset_on_beam', params: { flange: index + 1, lengthMm: webMm, beamThicknessMm } }]
    }
    const reachMm = Math.min(
      reachLowOver(machine.clampHeightMm, webMm, after.turnDeg, blank.flangesMm[index - 1] ?? 0, before.turnDeg),
      reachLowOver(machine.clampHeightMm, webMm, before.turnDeg, blank.flangesMm[index + 1] ?? 0, after.turnDeg),
    )
    if (reachMm <= machine.noseDepthMm + toleranceMm) return []
    return [{ code: 'return_over_nose', params: { flange: index + 1, reachMm, noseDepthMm: machine.noseDepthMm } }]
  })
}

/**
 * How far the return of a web reaches back over the clamp if the web is folded last; 0 where it passes above the clamp. The web
 * rises from the clamp's edge by its turn, and the return continues by its own turn.
 */
function reachLowOver(clampHeightMm: Mm, webMm: Mm, turnDeg: Deg, returnMm: Mm, returnTurnDeg: Deg): Mm {
  const end = turnDeg + returnTurnDeg
  const webHeight = webMm * Math.sin(radians(turnDeg))
  const lowest = Math.min(webHeight, webHeight + returnMm * Math.sin(radians(end)))
  if (lowest > clampHeightMm) return 0
  return Math.max(0, -(webMm * Math.cos(radians(turnDeg)) + returnMm * Math.cos(radians(end))))
}

function turning(blank: BlankToFit, machine: FolderMachine): FitWarning[] {
  const upBends = blank.bends.filter(({ up }) => up).length
  const downBends = blank.bends.length - upBends
  if (machine.folds === 'both' || upBends === 0 || downBends === 0) return []
  return [{ code: 'turn_over', params: { upBends, downBends } }]
}

// Whether a folding machine can take a plate. No force formula is published for it: its rating by length stands for it. Pure.
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'
import type { Mpa } from './bend-force.ts'
import { commonRefusals, fitFrom, slackMm } from './machine-fit.ts'
import type { FolderMachine } from './machine.ts'
import type { Fit, FitDoubt, FitRefusal, FitWarning } from './reason.ts'
import { shortFlanges } from './sheet-to-fit.ts'
import type { BendToFit, PlateToFit } from './sheet-to-fit.ts'

/** Ratings are stated for plate of this strength, MPa. */
const ratedStrength: Mpa = 400

/** A rated thickness carried to another strength: · √(400/Rm), Rm in MPa above 0; common trade knowledge. */
export const ratedFor = (thicknessMm: Mm, rm: Mpa): Mm => thicknessMm * Math.sqrt(ratedStrength / rm)

/** The maker's rating at a length, mm of plate of 400 MPa: that of the next length stated; null beyond the last. */
export const ratingAt = (machine: FolderMachine, lengthMm: Mm): Mm | null =>
  machine.ratings.find(({ upToLengthMm }) => lengthMm <= upToLengthMm + slackMm)?.thicknessMm ?? null

export function folderFit(plate: PlateToFit, machine: FolderMachine): Fit {
  const { thicknessMm, longestMm: lengthMm, strengthMpa } = plate
  const refusals: FitRefusal[] = commonRefusals(plate, machine)
  const doubts: FitDoubt[] = []

  const rated = ratingAt(machine, lengthMm)
  if (strengthMpa === null) doubts.push({ code: 'strength_unknown', params: { thicknessMm } })
  else if (rated !== null && thicknessMm > ratedFor(rated, strengthMpa) + slackMm) {
    refusals.push({ code: 'rated_thinner', params: { thicknessMm, ratedMm: ratedFor(rated, strengthMpa), lengthMm } })
  }
  for (const short of shortFlanges(plate, () => machine.smallestFlangeMm)) {
    const { flange, lengthMm, neededMm } = short
    refusals.push({ code: 'short_flange_folder', params: { flange, lengthMm, neededMm } })
  }
  for (const bend of plate.bends) {
    if (bend.turnDeg > machine.largestAngleDeg) {
      const params = { bend: bend.number, angleDeg: bend.turnDeg, largestDeg: machine.largestAngleDeg }
      refusals.push({ code: 'angle_of_folder', params })
    } else if (bend.hem !== null) {
      const hem = hemFindings(plate, machine, bend)
      refusals.push(...hem.refusals)
      doubts.push(...hem.doubts)
    }
  }
  doubts.push(...shapeDoubts(plate, machine))
  return fitFrom({
    refusals,
    doubts,
    warnings: [...plate.warnings, ...turning(plate, machine)],
    vMm: null,
    forceKn: null,
  })
}

/** A hem is folded as far as the machine goes, laid under the clamp and pressed together by it. */
function hemFindings(plate: PlateToFit, machine: FolderMachine, bend: BendToFit) {
  const refusals: FitRefusal[] = []
  const doubts: FitDoubt[] = []
  const { thicknessMm, strengthMpa } = plate
  const flapMm = Math.min(
    ...[plate.flangesMm[bend.number - 1], plate.flangesMm[bend.number]].filter((one) => one !== undefined),
  )
  const heightMm = flapMm * Math.sin(radians(180 - machine.largestAngleDeg)) + thicknessMm
  if (heightMm > machine.clampOpeningMm) {
    refusals.push({
      code: 'hem_under_clamp',
      params: { bend: bend.number, heightMm, openingMm: machine.clampOpeningMm },
    })
  }
  if (machine.hemThicknessMm === null) doubts.push({ code: 'hem_rating_unknown', params: { bend: bend.number } })
  else if (strengthMpa !== null) {
    const maxThicknessMm = ratedFor(machine.hemThicknessMm, strengthMpa)
    if (thicknessMm > maxThicknessMm + slackMm) {
      refusals.push({ code: 'hem_too_thick', params: { bend: bend.number, thicknessMm, maxThicknessMm } })
    }
  }
  return { refusals, doubts }
}

/** Shapes whose order decides: a return that swings back over the clamp's nose, an offset narrower than the beam. */
function shapeDoubts(plate: PlateToFit, machine: FolderMachine): FitDoubt[] {
  return plate.flangesMm.flatMap((webMm, index): FitDoubt[] => {
    const before = plate.bends[index - 1]
    const after = plate.bends[index]
    if (before === undefined || after === undefined || before.hem !== null || after.hem !== null) return []
    if (before.up !== after.up) {
      const { beamThicknessMm } = machine
      if (webMm >= beamThicknessMm - slackMm) return []
      return [{ code: 'offset_on_beam', params: { flange: index + 1, lengthMm: webMm, beamThicknessMm } }]
    }
    const reachMm = Math.min(
      reachLowOver(machine.clampHeightMm, webMm, after.turnDeg, plate.flangesMm[index - 1] ?? 0, before.turnDeg),
      reachLowOver(machine.clampHeightMm, webMm, before.turnDeg, plate.flangesMm[index + 1] ?? 0, after.turnDeg),
    )
    if (reachMm <= machine.noseDepthMm + slackMm) return []
    return [{ code: 'return_over_nose', params: { flange: index + 1, reachMm, noseDepthMm: machine.noseDepthMm } }]
  })
}

/**
 * How far a web folded last, with its return folded before, hangs back over the clamp, mm; 0 where it passes above it. The
 * web rises by its turn from the clamp's edge, the return goes on by its own.
 */
function reachLowOver(clampHeightMm: Mm, webMm: Mm, turnDeg: Deg, returnMm: Mm, returnTurnDeg: Deg): Mm {
  const end = turnDeg + returnTurnDeg
  const webHeight = webMm * Math.sin(radians(turnDeg))
  const lowest = Math.min(webHeight, webHeight + returnMm * Math.sin(radians(end)))
  if (lowest > clampHeightMm) return 0
  return Math.max(0, -(webMm * Math.cos(radians(turnDeg)) + returnMm * Math.cos(radians(end))))
}

function turning(plate: PlateToFit, machine: FolderMachine): FitWarning[] {
  const upBends = plate.bends.filter(({ up }) => up).length
  const downBends = plate.bends.length - upBends
  if (machine.folds === 'both' || upBends === 0 || downBends === 0) return []
  return [{ code: 'turn_over', params: { upBends, downBends } }]
}

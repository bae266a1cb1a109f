// What machine and tools of a press brake must carry, and the heights that must fit between table and beam. Pure.
import { radians } from '../units.ts'
import type { Deg, Mm } from '../units.ts'
import { airBendForce, forceMargin, withMargin } from './bend-force.ts'
import type { Kn, Mpa } from './bend-force.ts'
import type { PressBrakeMachine } from './machine.ts'
import { hemForce } from './material.ts'
import type { HemForceTable, HemInSheet } from './material.ts'
import type { FitRefusal } from './reason.ts'
import type { Die, HemmingTool, Punch } from './tools/index.ts'

interface LoadedBlank {
  readonly thicknessMm: Mm
  readonly longestMm: Mm
  /** Null: not known, and no force is compared. */
  readonly strengthMpa: Mpa | null
}

interface ToolLoad {
  readonly refusals: readonly FitRefusal[]
  /** With the margin; null: not known. */
  readonly forceKn: Kn | null
}

/** The force of an air bend with its margin, and what machine, die and punch do not carry. */
export function airBendLoad(
  { thicknessMm, longestMm, strengthMpa }: LoadedBlank,
  { maxForceKn }: PressBrakeMachine,
  { vMm, loadKnPerM }: Pick<Die, 'vMm' | 'loadKnPerM'>,
  punch: Pick<Punch, 'loadKnPerM'>,
): ToolLoad {
  if (strengthMpa === null) return { refusals: [], forceKn: null }
  const refusals: FitRefusal[] = []
  const forceKn = withMargin(airBendForce(strengthMpa, thicknessMm, longestMm, vMm))
  const knPerM = (forceKn / longestMm) * 1000
  const maxKnPerM = Math.min(loadKnPerM, punch.loadKnPerM)
  if (forceKn > maxForceKn) refusals.push({ code: 'force', params: { forceKn, maxForceKn, vMm } })
  if (knPerM > maxKnPerM) refusals.push({ code: 'tool_load', params: { knPerM, maxKnPerM, vMm } })
  return { refusals, forceKn }
}

/** The force that closes a hem, kN per metre with the margin; null: the table has no figure for it. */
export function closingForce(table: HemForceTable | null, hem: HemInSheet): number | null {
  const published = hemForce(table, hem)
  return published === null ? null : published * (1 + forceMargin)
}

/** What machine and hemming tool do not carry while the hem `bend` is closed with `knPerM`. */
export function closingLoad(
  bend: number,
  knPerM: number,
  longestMm: Mm,
  { maxForceKn }: PressBrakeMachine,
  { loadKnPerM }: Pick<HemmingTool, 'loadKnPerM'>,
): { readonly refusals: readonly FitRefusal[]; readonly forceKn: Kn } {
  const refusals: FitRefusal[] = []
  const forceKn = (knPerM * longestMm) / 1000
  if (forceKn > maxForceKn) refusals.push({ code: 'hem_force', params: { bend, forceKn, maxForceKn } })
  if (knPerM > loadKnPerM) {
    refusals.push({ code: 'hem_tool_load', params: { bend, knPerM, maxKnPerM: loadKnPerM } })
  }
  return { refusals, forceKn }
}

/** The tools and the blank must fit between table and beam, and the stroke must bring the punch to the bottom of the bend. */
export function daylightRefusals(
  thicknessMm: Mm,
  machine: PressBrakeMachine,
  die: Pick<Die, 'vMm' | 'heightMm'>,
  punch: Pick<Punch, 'heightMm'>,
  turnDeg: Deg,
): FitRefusal[] {
  const depthMm = (die.vMm / 2) * Math.tan(radians(turnDeg / 2))
  return heightRefusals(thicknessMm, machine, die.heightMm + punch.heightMm, depthMm)
}

/** A hem cannot be closed from a pre-bend that turns less than this. */
export const leastPreTurnDeg: Deg = 135

/** The height of a hemming tool up to its shoulders, with the slot open; null: its file does not state the closing outline. */
export const hemmingToolHeight = ({ outline = [], closing }: Pick<HemmingTool, 'outline' | 'closing'>): Mm | null =>
  closing === undefined ? null : Math.max(0, ...[...outline, ...closing.outline].map(({ y }) => -y))

/**
 * As `daylightRefusals`, for a hemming tool: the punch goes to the bottom of its V and closes its slot onto a closed hem. Empty where the
 * height of the tool is not known.
 */
export function hemDaylightRefusals(
  thicknessMm: Mm,
  machine: PressBrakeMachine,
  tool: HemmingTool,
  punch: Pick<Punch, 'heightMm'>,
): FitRefusal[] {
  const heightMm = hemmingToolHeight(tool)
  if (heightMm === null) return []
  const bottomMm = tool.vMm / 2 / Math.tan(radians(tool.includedDeg / 2))
  const closingMm = Math.max(0, (tool.closing?.widthMm ?? 0) - 2 * thicknessMm)
  return heightRefusals(thicknessMm, machine, heightMm + punch.heightMm, bottomMm + closingMm)
}

/** `depthMm`: how far the tip of the punch goes below the shoulders. */
function heightRefusals(
  thicknessMm: Mm,
  { openHeightMm, strokeMm, holdersMm }: PressBrakeMachine,
  toolsMm: Mm,
  depthMm: Mm,
): FitRefusal[] {
  const stackMm = holdersMm + toolsMm
  const openMm = stackMm + thicknessMm
  if (openHeightMm < openMm) return [{ code: 'daylight', params: { openHeightMm, neededMm: openMm } }]
  const travelMm = openHeightMm - stackMm + depthMm
  return strokeMm < travelMm ? [{ code: 'stroke', params: { strokeMm, neededMm: travelMm } }] : []
}

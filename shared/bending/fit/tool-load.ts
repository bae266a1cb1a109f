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
  { openHeightMm, strokeMm, holdersMm }: PressBrakeMachine,
  die: Pick<Die, 'vMm' | 'heightMm'>,
  punch: Pick<Punch, 'heightMm'>,
  turnDeg: Deg,
): FitRefusal[] {
  const stackMm = holdersMm + die.heightMm + punch.heightMm
  const openMm = stackMm + thicknessMm
  if (openHeightMm < openMm) return [{ code: 'daylight', params: { openHeightMm, neededMm: openMm } }]
  const depthMm = (die.vMm / 2) * Math.tan(radians(turnDeg / 2))
  const travelMm = openHeightMm - stackMm + depthMm
  return strokeMm < travelMm ? [{ code: 'stroke', params: { strokeMm, neededMm: travelMm } }] : []
}

// The sets of tools of a press brake that suit a blank, and the model of the blank on them. Pure.
import { remainingShare, airBendRadius, mildSteelRadiusShare, narrowestV, wantedV } from '../../fit/index.ts'
import type { PressBrakeMachine, Die, HemmingTool, Punch } from '../../fit/index.ts'
import { turnDegOf } from '../../profile/index.ts'
import { radians } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import type { ModelStep } from '../legs/blank-model.ts'
import { brakeKit } from './brake-kit.ts'
import type { BrakeKit, MountedTools } from './brake-kit.ts'
import type { OwnBend } from './brake-checker.ts'
import type { PlanRequest } from '../plan-request.ts'

/** A die may be this many times wider or narrower than the V that the radius asks for. */
const widestShare = 1.7

const radiusShareOf = ({ material }: PlanRequest): number => material?.radiusShare ?? mildSteelRadiusShare

/** Pairs of die and punch, the one preferred first: the V nearest to the wanted one, then the bluntest tools that are sharp enough. */
export function pairsOf(
  { profile, tools, pairs, ...request }: PlanRequest,
  machine: PressBrakeMachine,
): { die: Die; punch: Punch }[] {
  const dieOf = new Map(tools.dies.map((die) => [die.id, die]))
  const punchOf = new Map(tools.punches.map((punch) => [punch.id, punch]))
  if (pairs !== undefined) {
    return pairs.flatMap(({ dieId, punchId }) => {
      const [die, punch] = [dieOf.get(dieId), punchOf.get(punchId)]
      return die === undefined || punch === undefined ? [] : [{ die, punch }]
    })
  }
  const plain = profile.bends.filter(({ hem }) => hem === null)
  if (plain.length === 0) return []
  const { thicknessMm } = profile
  const share = request.material?.radiusShare ?? mildSteelRadiusShare
  const wanted = wantedV(thicknessMm, Math.max(...plain.map(({ insideRadiusMm }) => insideRadiusMm)), share)
  const sharpest = 180 - Math.max(...plain.map((bend) => turnDegOf(bend)))
  const off = ({ vMm }: Die): number => Math.abs(Math.log(vMm / wanted))
  const wide = tools.dies.filter(
    (die) => machine.dies.includes(die.id) && die.vMm >= narrowestV(thicknessMm) - 1e-6 && die.includedDeg <= sharpest,
  )
  const nearest = Math.min(...wide.map(off))
  const dies = wide.filter((die) => off(die) <= Math.max(Math.log(widestShare), nearest + 1e-9))
  const punches = tools.punches.filter(({ id, includedDeg }) => machine.punches.includes(id) && includedDeg <= sharpest)
  return dies
    .flatMap((die) => punches.map((punch) => ({ die, punch })))
    .filter(({ die, punch }) => punch.tipRadiusMm <= Math.max(airBendRadius(die.vMm, share), ...plain.map(radiusOf)))
    .toSorted(
      (a, b) =>
        off(a.die) - off(b.die) ||
        b.die.includedDeg - a.die.includedDeg ||
        b.punch.includedDeg - a.punch.includedDeg ||
        b.punch.loadKnPerM - a.punch.loadKnPerM,
    )
}

const radiusOf = ({ insideRadiusMm }: { readonly insideRadiusMm: Mm }): Mm => insideRadiusMm

/** The pair as it may be mounted: the punch as drawn, and turned where that is allowed and makes a difference. */
export function kitsOf(tools: MountedTools, die: Die, punch: Punch): BrakeKit[] {
  const [drawn, mirrored] = tools.upper(punch, false).sides
  const turns = punch.turnable === true && drawn !== mirrored ? [false, true] : [false]
  return turns.map((turned) => brakeKit(tools, die, punch, turned, null))
}

export interface HemKit {
  readonly kit: BrakeKit
  readonly preTurnDeg: Deg
  readonly radiusMm: Mm
}

/** A hem cannot be flattened from less than this. */
const leastPreTurnDeg: Deg = 135

/** Hemming tools that take the thickness, each with the punches that reach into its V; the pre-bend is as far as both allow. */
export function hemKitsOf(
  request: PlanRequest,
  machine: PressBrakeMachine,
  mounted: MountedTools,
  wantedDeg: Deg,
): HemKit[] {
  const { profile, tools } = request
  const takes = ({ id, maxThicknessMm }: HemmingTool): boolean =>
    machine.hemmingTools.includes(id) && profile.thicknessMm <= maxThicknessMm + 1e-6
  const punches = tools.punches.filter(({ id }) => machine.punches.includes(id))
  return tools.hemmingTools
    .filter(takes)
    .toSorted((a, b) => a.vMm - b.vMm)
    .flatMap((tool) =>
      punches.flatMap((punch) => {
        const preTurnDeg = Math.min(wantedDeg, 180 - Math.max(tool.includedDeg, punch.includedDeg))
        if (preTurnDeg < leastPreTurnDeg) return []
        const radiusMm = Math.max(airBendRadius(tool.vMm, radiusShareOf(request)), punch.tipRadiusMm)
        return [{ kit: brakeKit(mounted, tool, punch, false, tool), preTurnDeg, radiusMm }]
      }),
    )
}

/** The turn to which the machine bends, in radians, so that `turnDeg` remains; `turnDeg` itself, and not `known`, without springback. */
export function overTurn(
  request: PlanRequest,
  turnDeg: Deg,
  vMm: Mm,
): { readonly turn: number; readonly known: boolean } {
  const { material, profile } = request
  if (material === null) return { turn: radians(turnDeg), known: true }
  const share = remainingShare({
    yieldMpa: material.yieldMpa,
    elasticMpa: material.elasticMpa,
    insideRadiusMm: airBendRadius(vMm, material.radiusShare),
    thicknessMm: profile.thicknessMm,
  })
  return share.ok ? { turn: radians(turnDeg / share.value), known: true } : { turn: radians(turnDeg), known: false }
}

/** The own bend of a step on a set of tools. A pre-bend has the angle of its tool; a plain bend is bent further by its springback. */
export const ownBendOn =
  (request: PlanRequest, kit: BrakeKit, hem: HemKit | null) =>
  ({ bend, kind }: ModelStep): OwnBend => {
    const made = request.profile.bends[bend]
    if (made === undefined) return { overTurn: 1, radiusMm: 1 }
    if (kind === 'pre_bend' || kind === 'flatten') {
      return { overTurn: radians(hem?.preTurnDeg ?? leastPreTurnDeg), radiusMm: hem?.radiusMm ?? 1 }
    }
    const { turn } = overTurn(request, turnDegOf(made), kit.v.vMm)
    return { overTurn: turn, radiusMm: Math.max(made.insideRadiusMm, kit.punch.tipRadiusMm) }
  }

// The sets of tools of a press brake that suit a blank, and the model of the blank on them. Pure.
import {
  airBendLoad,
  airBendRadius,
  chooseBumps,
  closingLoad,
  daylightRefusals,
  hemDaylightRefusals,
  largestAirBendRadius,
  leastPreTurnDeg,
  mildSteelRadiusShare,
  narrowestV,
} from '../../fit/index.ts'
import type { PressBrakeMachine, Die, HemmingTool, Punch } from '../../fit/index.ts'
import { turnDegOf } from '../../profile/index.ts'
import { degrees, radians } from '../../units.ts'
import type { Deg, Mm } from '../../units.ts'
import type { ModelStep } from '../legs/index.ts'
import { brakeKit } from './brake-kit.ts'
import type { BrakeKit, MountedTools } from './brake-kit.ts'
import type { StepBend } from './checks/index.ts'
import { furtherTurn, overTurn } from '../step/index.ts'
import type { PlanRequest } from '../plan-request.ts'

/** A die may be this many times wider or narrower than the V that the radius asks for. */
const widestShare = 1.7

const radiusShareOf = ({ material }: PlanRequest): number => material?.radiusShare ?? mildSteelRadiusShare

interface Bumps {
  /** The strokes of each bend, more than 1 for a bump row. */
  readonly strokes: readonly number[]
  /** The V that suits the bends that are not bumped. */
  readonly wantedVMm: Mm
}

export function bumpsOf(request: PlanRequest, machine: PressBrakeMachine): Bumps {
  const { profile, tools, pairs } = request
  const dieIds = pairs === undefined ? machine.dies : pairs.map(({ dieId }) => dieId)
  const vOpeningsMm = tools.dies.filter(({ id }) => dieIds.includes(id)).map(({ vMm }) => vMm)
  const plain = profile.bends.flatMap((bend, index) =>
    bend.hem === null ? [{ index, turnDeg: turnDegOf(bend), insideRadiusMm: bend.insideRadiusMm }] : [],
  )
  const { rows, wantedVMm } = chooseBumps(plain, profile.thicknessMm, radiusShareOf(request), vOpeningsMm)
  const strokes = profile.bends.map(() => 1)
  for (const [row, { index }] of plain.entries()) strokes[index] = rows[row]?.strokes ?? 1
  return { strokes, wantedVMm }
}

interface Pair {
  readonly die: Die
  readonly punch: Punch
}

/**
 * Pairs of die and punch that carry the load, the one preferred first: the V nearest to the wanted one, then the bluntest tools that are
 * sharp enough.
 */
export function pairsOf(request: PlanRequest, machine: PressBrakeMachine): Pair[] {
  const bumps = bumpsOf(request, machine)
  return suitablePairs(request, machine, bumps).filter((pair) => carries(request, machine, pair, bumps))
}

/** Whether the tools fit between table and beam, and machine and tools carry the force, as fit compares them. */
function carries(request: PlanRequest, machine: PressBrakeMachine, { die, punch }: Pair, { strokes }: Bumps): boolean {
  const turns = request.profile.bends.map((bend, index) =>
    bend.hem === null ? overTurn(request, turnDegOf(bend) / (strokes[index] ?? 1), die.vMm).turn : 0,
  )
  // a turn that the tools cannot reach is a reason of its step
  const largestTurn = Math.min(Math.max(0, ...turns), Math.PI - radians(Math.max(die.includedDeg, punch.includedDeg)))
  const { thicknessMm } = request.profile
  return (
    daylightRefusals(thicknessMm, machine, die, punch, degrees(largestTurn)).length === 0 &&
    airBendLoad(loadedBlank(request), machine, die, punch).refusals.length === 0
  )
}

const loadedBlank = ({ profile: { thicknessMm }, lengthMm, load }: PlanRequest) => ({
  thicknessMm,
  longestMm: lengthMm,
  strengthMpa: load?.strengthMpa ?? null,
})

/** The pairs that suit thickness, angle and radius. */
function suitablePairs(
  request: PlanRequest,
  machine: PressBrakeMachine,
  { strokes, wantedVMm: wanted }: Bumps,
): Pair[] {
  const { profile, tools, pairs } = request
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
  const share = radiusShareOf(request)
  const turnsDeg = profile.bends.flatMap((bend, index) =>
    bend.hem === null ? [turnDegOf(bend) / (strokes[index] ?? 1)] : [],
  )
  // a bend that is sharper may have a station of its own
  const bluntest = 180 - Math.min(...turnsDeg)
  const airBent = profile.bends.filter(({ hem }, index) => hem === null && strokes[index] === 1)
  const off = ({ vMm }: Die): number => Math.abs(Math.log(vMm / wanted))
  const wide = tools.dies.filter(
    (die) => machine.dies.includes(die.id) && die.vMm >= narrowestV(thicknessMm) - 1e-6 && die.includedDeg <= bluntest,
  )
  const nearest = Math.min(...wide.map(off))
  const dies = wide.filter((die) => off(die) <= Math.max(Math.log(widestShare), nearest + 1e-9))
  const punches = tools.punches.filter(({ id, includedDeg }) => machine.punches.includes(id) && includedDeg <= bluntest)
  return dies
    .flatMap((die) => punches.map((punch) => ({ die, punch })))
    .filter(({ die, punch }) => punch.tipRadiusMm <= Math.max(airBendRadius(die.vMm, share), ...airBent.map(radiusOf)))
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

/**
 * Hemming tools that take the thickness and carry the load, each with the punches that reach into its V; the pre-bend is as far as both
 * allow.
 */
export function hemKitsOf(
  request: PlanRequest,
  machine: PressBrakeMachine,
  mounted: MountedTools,
  wantedDeg: Deg,
): HemKit[] {
  const { profile, tools, lengthMm, load } = request
  const closes = (tool: HemmingTool): boolean =>
    (load?.closingKnPerM ?? []).every(
      (knPerM, bend) => knPerM === null || closingLoad(bend, knPerM, lengthMm, machine, tool).refusals.length === 0,
    )
  const takes = (tool: HemmingTool): boolean =>
    machine.hemmingTools.includes(tool.id) && profile.thicknessMm <= tool.maxThicknessMm + 1e-6 && closes(tool)
  const punches = tools.punches.filter(({ id }) => machine.punches.includes(id))
  return tools.hemmingTools
    .filter(takes)
    .toSorted((a, b) => a.vMm - b.vMm)
    .flatMap((tool) =>
      punches.flatMap((punch) => {
        const preTurnDeg = Math.min(wantedDeg, 180 - Math.max(tool.includedDeg, punch.includedDeg))
        if (preTurnDeg < leastPreTurnDeg) return []
        if (airBendLoad(loadedBlank(request), machine, tool, punch).refusals.length > 0) return []
        if (hemDaylightRefusals(profile.thicknessMm, machine, tool, punch).length > 0) return []
        const radiusMm = Math.max(airBendRadius(tool.vMm, radiusShareOf(request)), punch.tipRadiusMm)
        return [{ kit: brakeKit(mounted, tool, punch, false, tool), preTurnDeg, radiusMm }]
      }),
    )
}

/**
 * The bend of a step on a set of tools. A pre-bend has the angle of its tool; a plain bend is bent further by its springback. A bump row
 * has its whole turn, with the radius of each of its strokes.
 */
export const stepBendOn =
  (request: PlanRequest, kit: BrakeKit, hem: HemKit | null) =>
  ({ bend, kind }: ModelStep): StepBend => {
    const bendProfile = request.profile.bends[bend]
    if (bendProfile === undefined) return { overTurn: 1, radiusMm: 1 }
    const further = kind === 'flatten' ? 0 : furtherTurn(request, bend)
    if (kind === 'pre_bend' || kind === 'flatten') {
      return { overTurn: radians(hem?.preTurnDeg ?? leastPreTurnDeg) + further, radiusMm: hem?.radiusMm ?? 1 }
    }
    const turn = overTurn(request, turnDegOf(bendProfile), kit.v.vMm).turn + further
    if (kind === 'bump') {
      const radiusMm = Math.max(airBendRadius(kit.v.vMm, radiusShareOf(request)), kit.punch.tipRadiusMm)
      return { overTurn: turn, radiusMm: Math.min(bendProfile.insideRadiusMm, radiusMm) }
    }
    return {
      overTurn: turn,
      radiusMm: Math.max(bendProfile.insideRadiusMm, kit.punch.tipRadiusMm),
      largestMm: Math.max(largestAirBendRadius(kit.v.vMm, radiusShareOf(request)), kit.punch.tipRadiusMm),
    }
  }

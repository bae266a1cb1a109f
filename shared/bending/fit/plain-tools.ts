// The die and punch of a press brake for the plain bends of a blank: one pair for all bends, else several pairs. Pure.
import type { Deg, Mm } from '../units.ts'
import type { Kn } from './bend-force.ts'
import { toleranceMm } from './machine-fit.ts'
import type { PressBrakeMachine } from './machine.ts'
import type { FitRefusal, FitUncertainty, FitWarning } from './reason.ts'
import { lengthOnShoulder, shortFlanges } from './sheet-to-fit.ts'
import type { BendToFit, BlankToFit } from './sheet-to-fit.ts'
import { smallestFlange } from './smallest-flange.ts'
import { turnToBend } from './springback.ts'
import { airBendLoad, daylightRefusals } from './tool-load.ts'
import type { Die, Punch, Tooling } from './tools/index.ts'
import { airBendRadius, mildSteelRadiusShare, narrowestV } from './v-opening.ts'

export interface Findings {
  readonly refusals: readonly FitRefusal[]
  readonly uncertainties: readonly FitUncertainty[]
  readonly warnings: readonly FitWarning[]
  readonly forceKn: Kn | null
  /** The die of the pair of tools that makes the most bends; `punch` is of the same pair. */
  readonly die: Die | null
  readonly punch: Punch | null
}

export const nothingFound: Findings = {
  refusals: [],
  uncertainties: [],
  warnings: [],
  forceKn: null,
  die: null,
  punch: null,
}

interface PlainBends {
  readonly blank: BlankToFit
  readonly bends: readonly BendToFit[]
  /** The V of the blank's hems; null: it has none. */
  readonly hemVMm: Mm | null
  readonly machine: PressBrakeMachine
}

interface Pair {
  readonly die: Die
  readonly punch: Punch
}

/**
 * The die and punch for all plain bends and bump rows, with the V nearest to the wanted one. If no pair makes all bends, several pairs
 * that together make them; if none do, the pair with the fewest refusals.
 */
export function bestTools(plain: PlainBends, wantedVMm: Mm, tools: Tooling): Findings {
  const { blank, machine } = plain
  const { thicknessMm } = blank
  const ownDies = tools.dies.filter(({ id }) => machine.dies.includes(id))
  const neededVMm = narrowestV(thicknessMm)
  const wideEnoughDies = ownDies.filter(({ vMm }) => vMm >= neededVMm - toleranceMm)
  const punches = tools.punches.filter(({ id }) => machine.punches.includes(id))

  const pairs = wideEnoughDies
    .flatMap((die) => punches.map((punch): Pair => ({ die, punch })))
    .toSorted((a, b) => comparePairs(a, b, blank, wantedVMm))
  // sorting is stable: of equal findings, those of the preferred pair come first
  const [best] = pairs
    .map((pair) => tryTools(plain, pair))
    .toSorted(
      (a, b) => a.refusals.length - b.refusals.length || sharpestToolIncludedDeg(a) - sharpestToolIncludedDeg(b),
    )
  if (best !== undefined) return best.refusals.length === 0 ? best : (onSeveralPairs(plain, pairs) ?? best)
  if (wideEnoughDies.length > 0) return { ...nothingFound, refusals: [{ code: 'no_punch', params: { thicknessMm } }] }
  const widestVMm = Math.max(0, ...ownDies.map(({ vMm }) => vMm))
  return { ...nothingFound, refusals: [{ code: 'no_tool_for_v', params: { thicknessMm, neededVMm, widestVMm } }] }
}

/** The V nearest to the wanted one first, then a tip that the radius allows, then the bluntest die. */
function comparePairs(a: Pair, b: Pair, { materialData }: BlankToFit, wantedVMm: Mm): number {
  const share = materialData?.radiusShare ?? mildSteelRadiusShare
  const off = ({ die }: Pair): number => Math.abs(Math.log(die.vMm / wantedVMm))
  const isTooRound = ({ die, punch }: Pair): number => Number(punch.tipRadiusMm > airBendRadius(die.vMm, share))
  return off(a) - off(b) || isTooRound(a) - isTooRound(b) || b.die.includedDeg - a.die.includedDeg
}

/** The included angle of the sharpest tools if it is too blunt, else 0. The refusal names it. */
const sharpestToolIncludedDeg = ({ refusals }: Findings): Deg =>
  Math.max(0, ...refusals.map((one) => (one.code === 'angle_of_tools' ? one.params.sharpestIncludedDeg : 0)))

/** The turn of each stroke of a bend. */
const strokeTurn = ({ turnDeg, bump }: BendToFit): Deg => bump?.strokeTurnDeg ?? turnDeg

/** The flanges that are too short for the V of their bends. A bend without a V is skipped: it is refused elsewhere. */
export function shortFlangeRefusals(blank: BlankToFit, vOf: (bend: BendToFit) => Mm | null): FitRefusal[] {
  const needed = (bend: BendToFit): Mm => {
    const vMm = vOf(bend)
    return vMm === null ? 0 : smallestFlange(vMm, 180 - strokeTurn(bend))
  }
  return shortFlanges(blank, needed, lengthOnShoulder).map(({ flange, lengthMm, bend, neededMm }) => ({
    code: 'short_flange',
    params: { flange, lengthMm, vMm: vOf(bend) ?? 0, neededMm },
  }))
}

function tryTools({ blank, bends, hemVMm, machine }: PlainBends, { die, punch }: Pair): Findings {
  const refusals: FitRefusal[] = []
  const uncertainties: FitUncertainty[] = []
  const { vMm } = die
  const { thicknessMm, materialData } = blank
  const share = materialData?.radiusShare ?? mildSteelRadiusShare
  const sharpestIncludedDeg = Math.max(die.includedDeg, punch.includedDeg)
  const reached = new Set<number>()
  let largestTurnDeg: Deg = 0
  for (const bend of bends) {
    const turnDeg = strokeTurn(bend)
    const springbackTurn = materialData
      ? turnToBend(turnDeg, { ...materialData, thicknessMm, insideRadiusMm: airBendRadius(vMm, share) })
      : null
    if (springbackTurn !== null && !springbackTurn.ok)
      uncertainties.push({ code: 'springback_unknown', params: { bend: bend.number } })
    const bendTurnDeg = springbackTurn?.ok === true ? springbackTurn.value : turnDeg
    if (180 - bendTurnDeg < sharpestIncludedDeg) {
      const includedDeg = Math.max(0, 180 - bendTurnDeg)
      refusals.push({ code: 'angle_of_tools', params: { bend: bend.number, includedDeg, sharpestIncludedDeg } })
    } else {
      reached.add(bend.number)
      largestTurnDeg = Math.max(largestTurnDeg, bendTurnDeg)
    }
  }
  const vOf = ({ hem, number }: BendToFit): Mm | null => (hem !== null ? hemVMm : reached.has(number) ? vMm : null)
  refusals.push(...shortFlangeRefusals(blank, vOf))
  refusals.push(...daylightRefusals(thicknessMm, machine, die, punch, largestTurnDeg))
  const load = airBendLoad(blank, machine, die, punch)
  refusals.push(...load.refusals)
  return { ...nothingFound, refusals, uncertainties, die, punch, forceKn: load.forceKn }
}

interface PairWithBends {
  readonly pair: Pair
  readonly bends: readonly BendToFit[]
}

/** Few pairs that together make all bends; null: none are found. `pairs`: the preferred first. */
function onSeveralPairs(plain: PlainBends, pairs: readonly Pair[]): Findings | null {
  const able = pairs.map((pair): PairWithBends => {
    const bends = plain.bends.filter((bend) => tryTools({ ...plain, bends: [bend] }, pair).refusals.length === 0)
    return { pair, bends }
  })
  const narrowFirst = able.toSorted((a, b) => a.pair.die.vMm - b.pair.die.vMm)
  // a flange between two bends needs a narrow V for one of them only, which a pair does not show for one bend alone
  for (const stations of [mostBendsFirst(able, plain.bends), firstOfEach(narrowFirst, plain.bends)]) {
    const vOf = (bend: BendToFit): Mm | null =>
      bend.hem === null ? (stations?.find(({ bends }) => bends.includes(bend))?.pair.die.vMm ?? null) : plain.hemVMm
    if (stations !== null && shortFlangeRefusals(plain.blank, vOf).length === 0) return findingsOf(plain, stations)
  }
  return null
}

/** Takes the pair that makes the most of the bends that are left, until none is left. */
function mostBendsFirst(able: readonly PairWithBends[], all: readonly BendToFit[]): PairWithBends[] | null {
  const stations: PairWithBends[] = []
  let left = all
  while (left.length > 0) {
    const ofLeft = able.map(({ pair, bends }) => ({ pair, bends: bends.filter((bend) => left.includes(bend)) }))
    const most = ofLeft.toSorted((a, b) => b.bends.length - a.bends.length)[0]
    if (most === undefined || most.bends.length === 0) return null
    stations.push(most)
    left = left.filter((bend) => !most.bends.includes(bend))
  }
  return stations
}

/** Takes the first pair that makes each bend. */
function firstOfEach(able: readonly PairWithBends[], all: readonly BendToFit[]): PairWithBends[] | null {
  const bendsOf = new Map<Pair, BendToFit[]>()
  for (const bend of all) {
    const pair = able.find(({ bends }) => bends.includes(bend))?.pair
    if (pair === undefined) return null
    bendsOf.set(pair, [...(bendsOf.get(pair) ?? []), bend])
  }
  const stations = [...bendsOf].map(([pair, bends]) => ({ pair, bends }))
  return stations.toSorted((a, b) => b.bends.length - a.bends.length)
}

function findingsOf(plain: PlainBends, stations: readonly PairWithBends[]): Findings {
  const all = stations.map(({ pair, bends }) => tryTools({ ...plain, bends }, pair))
  const forces = all.map(({ forceKn }) => forceKn).filter((force) => force !== null)
  return {
    refusals: [],
    uncertainties: all.flatMap(({ uncertainties }) => uncertainties),
    warnings: [{ code: 'several_stations', params: { stations: stations.length } }],
    forceKn: forces.length === 0 ? null : Math.max(...forces),
    die: stations[0]?.pair.die ?? null,
    punch: stations[0]?.pair.punch ?? null,
  }
}

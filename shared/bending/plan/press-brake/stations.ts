// The stations of a plan along the table of a press brake, and the set-ups in which they stand there together. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import type { PlanStation, PlanStep } from '../plan.ts'
import type { BrakeBlank } from './brake-blank.ts'
import type { ProblemKit } from './brake-problem.ts'
import { canShareRam, ramRange } from './ram-range.ts'
import type { RamRange } from './ram-range.ts'
import { segmentsFor, withoutSegments } from './segments.ts'

/** The length of all segments of a tool together, mm; Infinity where the machine's file does not state them. */
export const segmentsLength = ({ outlines }: PressBrakeMachine): Mm =>
  outlines === undefined ? Infinity : lengthOf(outlines.segmentsMm)

/** Free length between two stations, so that a part on one does not reach the other. */
const betweenStationsMm = 100

/** The tools that stand on the table already. */
interface SetUp {
  readonly number: number
  readonly fromMm: Mm
  /** The segments that are left of each tool. */
  readonly left: ReadonlyMap<string, readonly Mm[]>
  readonly ranges: readonly RamRange[]
}

/** A set of tools with the steps of the blank's model that are made on it. */
export interface UsedKit {
  readonly kit: ProblemKit
  readonly steps: readonly number[]
}

/**
 * The stations in the order of `kits`, each at least as long as the blank. A station begins a new set-up if it does not fit beside those
 * before it, if its tools have too few segments left, or if tools would meet without a blank while the ram comes down at another station.
 */
export function stationsOf(blank: BrakeBlank, kits: readonly UsedKit[]): PlanStation[] {
  let setUp: SetUp = { number: 0, fromMm: 0, left: new Map(), ranges: [] }
  return kits.map((used) => {
    const added = addedStation(blank, setUp, used) ?? addedStation(blank, nextSetUp(setUp), used)
    if (added === null) throw new Error('a station does not fit on an empty table')
    ;({ setUp } = added)
    return added.station
  })
}

const nextSetUp = ({ number }: SetUp): SetUp => ({ number: number + 1, fromMm: 0, left: new Map(), ranges: [] })

/** Null: the station does not fit beside those of the set-up. The first station of a set-up may be longer than the table. */
function addedStation(
  { request, machine, model }: BrakeBlank,
  { number, fromMm, left, ranges }: SetUp,
  { kit: tools, steps }: UsedKit,
): { readonly setUp: SetUp; readonly station: PlanStation } | null {
  const { kit } = tools.checker
  const range = ramRange(model, tools, steps)
  if (!ranges.every((other) => canShareRam(range, other))) return null
  const all = machine.outlines?.segmentsMm
  const ids = { lower: `lower ${kit.hemmingTool?.id ?? kit.v.id}`, upper: `upper ${kit.punch.id}` }
  // a blank that is longer than all segments together is a reason of fit
  const segmentsOf = (tool: string): readonly Mm[] | null =>
    segmentsFor(request.lengthMm, left.get(tool) ?? all ?? []) ?? (left.has(tool) ? null : [])
  const [lowerSegmentsMm, upperSegmentsMm] = [segmentsOf(ids.lower), segmentsOf(ids.upper)]
  if (lowerSegmentsMm === null || upperSegmentsMm === null) return null
  const lengthMm = Math.max(request.lengthMm, lengthOf(lowerSegmentsMm), lengthOf(upperSegmentsMm))
  if (fromMm > 0 && fromMm + lengthMm > machine.maxLengthMm) return null
  const used = new Map(left)
  if (all !== undefined) {
    used.set(ids.lower, withoutSegments(left.get(ids.lower) ?? all, lowerSegmentsMm))
    used.set(ids.upper, withoutSegments(left.get(ids.upper) ?? all, upperSegmentsMm))
  }
  return {
    setUp: { number, fromMm: fromMm + lengthMm + betweenStationsMm, left: used, ranges: [...ranges, range] },
    station: {
      setUp: number,
      dieId: kit.hemmingTool === null ? kit.v.id : null,
      punchId: kit.punch.id,
      punchTurned: kit.punchTurned,
      hemmingToolId: kit.hemmingTool?.id ?? null,
      fromMm,
      lengthMm,
      lowerSegmentsMm,
      upperSegmentsMm,
    },
  }
}

const lengthOf = (segmentsMm: readonly Mm[]): Mm => segmentsMm.reduce((sum, mm) => sum + mm, 0)

/** The steps with `changesSetUp` as these stations require it. */
export const withSetUps = (steps: readonly PlanStep[], stations: readonly PlanStation[]): PlanStep[] => {
  const setUpOf = (step: PlanStep | undefined): number | undefined => stations[step?.station ?? -1]?.setUp
  return steps.map((step, index) => ({
    ...step,
    changesSetUp: index > 0 && setUpOf(step) !== setUpOf(steps[index - 1]),
  }))
}

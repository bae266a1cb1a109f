// The stations of a plan along the table of a press brake, and the set-ups in which they stand there together. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import type { PlanStation, PlanStep } from '../plan.ts'
import type { BrakeBlank } from './brake-blank.ts'
import type { ProblemKit } from './brake-problem.ts'
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
}

/**
 * The stations in the order of `kits`, each at least as long as the blank. A station that does not fit beside those before it, or whose
 * tools have too few segments left, begins a new set-up.
 */
export function stationsOf(blank: BrakeBlank, kits: readonly ProblemKit[]): PlanStation[] {
  let setUp: SetUp = { number: 0, fromMm: 0, left: new Map() }
  return kits.map((kit) => {
    const added = addedStation(blank, setUp, kit) ?? addedStation(blank, nextSetUp(setUp), kit)
    if (added === null) throw new Error('a table without tools has room for a station')
    ;({ setUp } = added)
    return added.station
  })
}

const nextSetUp = ({ number }: SetUp): SetUp => ({ number: number + 1, fromMm: 0, left: new Map() })

/** Null: the station does not fit beside those of the set-up. The first station of a set-up may be longer than the table. */
function addedStation(
  { request, machine }: BrakeBlank,
  { number, fromMm, left }: SetUp,
  { checker: { kit } }: ProblemKit,
): { readonly setUp: SetUp; readonly station: PlanStation } | null {
  const all = machine.outlines?.segmentsMm
  const tools = { lower: `lower ${kit.hemmingTool?.id ?? kit.v.id}`, upper: `upper ${kit.punch.id}` }
  // a blank that is longer than all segments together is a reason of fit
  const segmentsOf = (tool: string): readonly Mm[] | null =>
    segmentsFor(request.lengthMm, left.get(tool) ?? all ?? []) ?? (left.has(tool) ? null : [])
  const [lowerSegmentsMm, upperSegmentsMm] = [segmentsOf(tools.lower), segmentsOf(tools.upper)]
  if (lowerSegmentsMm === null || upperSegmentsMm === null) return null
  const lengthMm = Math.max(request.lengthMm, lengthOf(lowerSegmentsMm), lengthOf(upperSegmentsMm))
  if (fromMm > 0 && fromMm + lengthMm > machine.maxLengthMm) return null
  const used = new Map(left)
  if (all !== undefined) {
    used.set(tools.lower, withoutSegments(left.get(tools.lower) ?? all, lowerSegmentsMm))
    used.set(tools.upper, withoutSegments(left.get(tools.upper) ?? all, upperSegmentsMm))
  }
  return {
    setUp: { number, fromMm: fromMm + lengthMm + betweenStationsMm, left: used },
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

// The stations of a plan along the table of a press brake, and the set-ups in which they stand there together. Pure.
import type { PressBrakeMachine } from '../../fit/index.ts'
import type { Mm } from '../../units.ts'
import type { PlanStation, PlanStep } from '../plan.ts'
import type { BrakeBlank } from './brake-blank.ts'
import type { ProblemKit } from './brake-problem.ts'

/** The length of all segments of a tool together, mm; Infinity where the machine's file does not state them. */
export const segmentsLength = ({ outlines }: PressBrakeMachine): Mm =>
  outlines?.segmentsMm.reduce((sum, mm) => sum + mm, 0) ?? Infinity

/** Free length between two stations, so that a part on one does not reach the other. */
const betweenStationsMm = 100

/**
 * The stations in the order of `kits`, each as long as the blank. A station that does not fit beside those before it, or whose tools have
 * too few segments left, begins a new set-up.
 */
export function stationsOf({ request, machine }: BrakeBlank, kits: readonly ProblemKit[]): PlanStation[] {
  const { lengthMm } = request
  const segmentsMm = segmentsLength(machine)
  let [setUp, fromMm] = [0, 0]
  let mounted = new Map<string, Mm>()
  return kits.map(({ checker: { kit } }) => {
    const lower = kit.hemmingTool?.id ?? kit.v.id
    const tools = [`lower ${lower}`, `upper ${kit.punch.id}`]
    const hasSegments = tools.every((tool) => (mounted.get(tool) ?? 0) + lengthMm <= segmentsMm)
    if (fromMm > 0 && (fromMm + lengthMm > machine.maxLengthMm || !hasSegments)) {
      setUp += 1
      fromMm = 0
      mounted = new Map()
    }
    for (const tool of tools) mounted.set(tool, (mounted.get(tool) ?? 0) + lengthMm)
    const station: PlanStation = {
      setUp,
      dieId: kit.hemmingTool === null ? kit.v.id : null,
      punchId: kit.punch.id,
      punchTurned: kit.punchTurned,
      hemmingToolId: kit.hemmingTool?.id ?? null,
      fromMm,
      lengthMm,
    }
    fromMm += lengthMm + betweenStationsMm
    return station
  })
}

/** The steps with `changesSetUp` as these stations require it. */
export const withSetUps = (steps: readonly PlanStep[], stations: readonly PlanStation[]): PlanStep[] => {
  const setUpOf = (step: PlanStep | undefined): number | undefined => stations[step?.station ?? -1]?.setUp
  return steps.map((step, index) => ({
    ...step,
    changesSetUp: index > 0 && setUpOf(step) !== setUpOf(steps[index - 1]),
  }))
}

// The sandbox's day in the worker of the station: the time of all its plans, the station's longest gap meanwhile, and the memory of the
// worker.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { planRequestOf, BendPlans, type KeyedPlanRequest } from '../../../src-main/station/bend-plans/index.ts'
import { brakes, sandboxSheets } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { machines, tables } from '../../unit/bending/fit/shipped-workshop.ts'
import { measureLoop } from '../loop-gaps.ts'
import type { Bench, Row } from '../run.ts'
import { processorTimed } from '../side-by-side.ts'
import { referenceMs, undisturbedMs } from './reference.ts'

const dayMs = 1_000
const gapMs = 50
const memoryMiB = 200

/** The sheets of the day, each at its machine. `longerMm` makes other requests of them. */
export function dayRequests(longerMm: number): KeyedPlanRequest[] {
  return sandboxSheets('today', '2026-11-24').flatMap((sheet) => {
    const brake = brakes.find(({ id }) => id === sheet.pressBrakeId)
    const machine = machines.find(({ name }) => name === brake?.name) ?? machines[0]
    if (machine === undefined) throw new Error('the workshop has machines')
    const result = planRequestOf({ ...sheet, lengthMm: sheet.lengthMm + longerMm }, machine, tables, null)
    return result.ok ? [result.value] : []
  })
}

export async function plannedDayRows({ folder }: Bench): Promise<Row[]> {
  const plans = new BendPlans()
  const planDay = async (requests: readonly KeyedPlanRequest[]): Promise<void> => {
    // the worker does not keep the program alive
    const alive = setInterval(() => undefined, 1_000)
    plans.planAhead(requests)
    await plans.idle()
    clearInterval(alive)
  }
  // the worker is warm after the first day
  await planDay(dayRequests(1))
  const requests = dayRequests(0)
  const loop = await measureLoop(join(folder, 'appends'))
  const reference = Math.min(referenceMs(), referenceMs(), referenceMs())
  const ms = await processorTimed(() => loop.during('the day is planned', () => planDay(requests)))()
  const [gap] = await loop.stop()
  const planned = requests.filter((request) => plans.stored(request)?.ok === true).length
  await plans.close()
  const ours = (ms * undisturbedMs()) / reference
  const computed = gap?.computed ?? NaN
  return [
    {
      name: `bend plans of the sandbox's day: ${planned} of ${requests.length} sheets in the worker`,
      measured: `${ours.toFixed(0)} ms of an undisturbed core: the reference took ${reference.toFixed(1)} ms beside it and ${undisturbedMs().toFixed(1)} ms at least`,
      limit: `${dayMs} ms`,
      passes: planned === requests.length && ours <= dayMs,
    },
    {
      name: "longest gap of the station's loop while the day is planned",
      measured: `${computed.toFixed(1)} ms of processor time between two ticks`,
      limit: `${gapMs} ms`,
      passes: computed <= gapMs,
    },
    memoryRow(),
  ]
}

/** What the worker adds to the memory of a program: the day, and flashings of 14 bends with hems on all pairs of tools. */
function memoryRow(): Row {
  const report = execFileSync(process.execPath, [join(import.meta.dirname, 'memory.ts')], { encoding: 'utf8' })
  const mostMiB = Number(report) / 1_024
  return {
    name: "memory of the worker that plans the sandbox's day and flashings of 14 bends, all pairs of tools and a hem",
    measured: `at most ${mostMiB.toFixed(0)} MiB, with its own Node`,
    limit: `${memoryMiB} MiB`,
    passes: mostMiB <= memoryMiB,
  }
}

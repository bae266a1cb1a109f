// The minutes that are left for each sheet of a day and when it is finished, if its machine works without a break from now on, in the order
// of the list. Pure. Units: minutes.
import { laneOf, type DayPlan, type PlanRow } from '../../../shared/planning/index.ts'
import { lotOf } from '../arranging/index.ts'
import { toneOf } from '../../ui/bend-state.ts'
import type { DayTimes, RowTime } from './times.ts'

export interface DayTimesOptions {
  /** The sheets of one material, colour and thickness are bent together; false: in the order of the plan. */
  byLot: boolean
  /** The sheet at the brake: it is first. */
  runningId: string | null
}

/** A sheet that nobody can bend now, because it waits, is wrong or does not fit its machine, has no time and takes none. */
export function dayTimes(plan: DayPlan, { byLot, runningId }: DayTimesOptions): DayTimes {
  const times = new Map<string, RowTime>()
  for (const [index, { machine, rows }] of plan.lanes.entries()) {
    const orderOf = ({ sheetId, view }: PlanRow): string =>
      sheetId === runningId ? '' : byLot ? `1${lotOf(view.entry).key}` : '1'
    const jobs = rows
      .filter((row) => isPossible(row, index))
      .toSorted((one, other) => compare(orderOf(one), orderOf(other)))
      .map((row) => ({
        id: row.sheetId,
        minutes: row.minutesOn[index] ?? 0,
        material: row.view.entry.material,
        colour: row.view.entry.colour,
        thicknessMm: row.view.entry.thicknessMm,
        tool: row.answers?.[index]?.tool ?? null,
        dueMin: Infinity,
        pinned: false,
      }))
    for (const { job, changes, changeMin, endMin } of laneOf(jobs, machine.times).slots)
      times.set(job.id, { minutes: job.minutes, endMin, changes, changeMin, tool: job.tool })
  }
  return times
}

function isPossible({ state, answers }: PlanRow, machine: number): boolean {
  const tone = toneOf(state)
  return (tone === 'open' || state === 'fetching') && answers?.[machine]?.fits !== 'no'
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

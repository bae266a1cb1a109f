// The sheets of one machine in order: the changeovers between them, when each ends, and which is late. Pure: minutes of work from the
// start of the day.
import type { Minutes, MachineTimes } from './work-time.ts'

/** A sheet in a machine's order. */
export interface Job {
  readonly id: string
  /** The time without the changeover. */
  readonly minutes: Minutes
  readonly material: string
  readonly colour: string | null
  readonly thicknessMm: number
  /** The tools; null: not known, which counts as tools of its own. */
  readonly tool: string | null
  /** When it is due; Infinity: no due date. */
  readonly dueMin: Minutes
  /** A proposed order does not move it, nor any sheet before it. */
  readonly pinned: boolean
}

export type Change = 'material' | 'colour' | 'thickness' | 'tool'

/** What differs between two sheets. */
export function changesBetween(first: Job, second: Job): Change[] {
  const changes: Change[] = []
  if (first.material !== second.material) changes.push('material')
  if (first.colour !== second.colour) changes.push('colour')
  if (first.thicknessMm !== second.thicknessMm) changes.push('thickness')
  if (first.tool !== second.tool) changes.push('tool')
  return changes
}

/** One change of sheet metal, whatever differs in it, and one change of tools. */
export function changeMinutes(first: Job, second: Job, { materialMin, toolMin }: MachineTimes): Minutes {
  const changes = changesBetween(first, second)
  const isOtherTool = changes.includes('tool')
  return (changes.length > Number(isOtherTool) ? materialMin : 0) + (isOtherTool ? toolMin : 0)
}

export interface Slot {
  readonly job: Job
  readonly changes: readonly Change[]
  /** How long the changeover before the work takes. */
  readonly changeMin: Minutes
  /** Start and end of the work, without the changeover. */
  readonly startMin: Minutes
  readonly endMin: Minutes
  readonly isLate: boolean
}

export interface Lane {
  readonly slots: readonly Slot[]
  readonly minutes: Minutes
  readonly changeMin: Minutes
  /** The largest lateness. */
  readonly lateMin: Minutes
}

/** A smaller lateness counts as none. */
export const slackMin: Minutes = 1e-3
/** A smaller difference counts as none: rounding. */
export const tieMin: Minutes = 1e-9

/** The first job has no changeover. `isLate` allows the slack, `lateMin` does not. */
export function laneOf(jobs: readonly Job[], times: MachineTimes): Lane {
  const slots: Slot[] = []
  let clockMin: Minutes = 0
  let before: Job | null = null
  for (const job of jobs) {
    const changes = before === null ? [] : changesBetween(before, job)
    const changeMin = before === null ? 0 : changeMinutes(before, job, times)
    const startMin = clockMin + changeMin
    clockMin = startMin + job.minutes
    slots.push({ job, changes, changeMin, startMin, endMin: clockMin, isLate: clockMin > job.dueMin + slackMin })
    before = job
  }
  return {
    slots,
    minutes: clockMin,
    changeMin: slots.reduce((sum, { changeMin }) => sum + changeMin, 0),
    lateMin: slots.reduce((most, { job, endMin }) => Math.max(most, endMin - job.dueMin), 0),
  }
}

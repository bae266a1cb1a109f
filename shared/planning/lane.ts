// The sheets of one machine one after the other: what changes between them, when each is done, and which comes too late. Pure: minutes
// of work from the beginning of the day.
import type { Minutes, MachineTimes } from './times.ts'

/** A sheet in a machine's order. */
export interface Job {
  readonly id: string
  /** Without changing over. */
  readonly minutes: Minutes
  readonly material: string
  readonly colour: string | null
  readonly thicknessMm: number
  /** What has to be mounted; null: not known, and taken for tools of its own. */
  readonly tool: string | null
  /** By when it must be done; Infinity: nobody waits. */
  readonly dueMin: Minutes
  /** An order that is proposed keeps it, and all before it, where they are. */
  readonly pinned: boolean
}

export type Change = 'material' | 'colour' | 'thickness' | 'tool'

/** What is another in the second than in the first. */
export function changesBetween(first: Job, second: Job): Change[] {
  const changes: Change[] = []
  if (first.material !== second.material) changes.push('material')
  if (first.colour !== second.colour) changes.push('colour')
  if (first.thicknessMm !== second.thicknessMm) changes.push('thickness')
  if (first.tool !== second.tool) changes.push('tool')
  return changes
}

/** One walk to the store of plates, whatever of the plate is another; and one change of tools. */
export function changeMinutes(first: Job, second: Job, { plateMin, toolMin }: MachineTimes): Minutes {
  const changes = changesBetween(first, second)
  const isOtherTool = changes.includes('tool')
  return (changes.length > Number(isOtherTool) ? plateMin : 0) + (isOtherTool ? toolMin : 0)
}

export interface Slot {
  readonly job: Job
  readonly changes: readonly Change[]
  /** Of the changing over, and of the work; the work begins after it. */
  readonly changeMin: Minutes
  readonly startMin: Minutes
  readonly endMin: Minutes
  readonly isLate: boolean
}

export interface Lane {
  readonly slots: readonly Slot[]
  readonly minutes: Minutes
  readonly changeMin: Minutes
  /** How much later than due the latest one is done. */
  readonly lateMin: Minutes
}

/** So little never makes a sheet late. */
export const slackMin: Minutes = 1e-3
/** So little makes no order shorter: what rounding leaves. */
export const tieMin: Minutes = 1e-9

export function laneOf(jobs: readonly Job[], times: MachineTimes): Lane {
  const slots: Slot[] = []
  let at: Minutes = 0
  let before: Job | null = null
  for (const job of jobs) {
    const changes = before === null ? [] : changesBetween(before, job)
    const changeMin = before === null ? 0 : changeMinutes(before, job, times)
    const startMin = at + changeMin
    at = startMin + job.minutes
    slots.push({ job, changes, changeMin, startMin, endMin: at, isLate: at > job.dueMin + slackMin })
    before = job
  }
  return {
    slots,
    minutes: at,
    changeMin: slots.reduce((sum, { changeMin }) => sum + changeMin, 0),
    lateMin: slots.reduce((most, { job, endMin }) => Math.max(most, endMin - job.dueMin), 0),
  }
}

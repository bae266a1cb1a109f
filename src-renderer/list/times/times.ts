// The times of the rows of the list. Types, and the value while they are not known. Pure. Units: minutes.
import type { Lane } from '../../../shared/planning/index.ts'

export interface RowTime {
  readonly minutes: number
  /** From now on. */
  readonly endMin: number
  /** What must be changed at its machine before it, and how long that takes. */
  readonly changes: Lane['slots'][number]['changes']
  readonly changeMin: number
  /** Null: not known. */
  readonly tool: string | null
}

export type DayTimes = ReadonlyMap<string, RowTime>

export const noTimes: DayTimes = new Map()

// The order of bends that a person keeps for a sheet at a machine. Rows are append-only: the newest row of a sheet at a machine applies, and
// one without steps restores the planner's order. Touches only the outbox's file.
import * as z from 'zod'
import { ok, type Ok, type Result } from '../../../shared/base/result.ts'
import type { OrderedStep } from '../../../shared/bending/plan/index.ts'
import { orderedStep } from '../../../shared/station-api/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import { catchStorageError } from '../store/index.ts'
import type { NotStored } from '../store/index.ts'

export interface BendOrder {
  readonly sheetId: string
  /** The id of the service's press brake, or the name of a machine that the service does not know. */
  readonly machine: string
  readonly drawingHash: string
  /** A digest of everything that the plan depended on when the order was kept. */
  readonly inputs: string
  readonly steps: readonly OrderedStep[]
  readonly operatorId: string | null
}

export interface KeptBendOrder extends BendOrder {
  /** Milliseconds since 1970. */
  readonly keptAt: number
}

type Row = Omit<KeptBendOrder, 'steps'> & { steps: string | null }

const storedSteps = z.array(orderedStep)

export type BendOrders = ReturnType<typeof openBendOrders>

interface BendOrderParts {
  now: () => number
  newId: () => string
  /** Called after the commit. */
  onChange: (sheetId: string) => void
}

/** Calls `onChange` with the sheet's id after each stored row. */
export function openBendOrders(db: Database, { now, newId, onChange }: BendOrderParts) {
  const insert = db.prepare<Row & { id: string }>(
    `INSERT INTO bend_order (id, sheet_id, machine, drawing_hash, inputs, steps, operator_id, kept_at)
     VALUES (@id, @sheetId, @machine, @drawingHash, @inputs, @steps, @operatorId, @keptAt)`,
  )
  const newest = db.prepare<[string, string], Row>(
    `SELECT sheet_id AS sheetId, machine, drawing_hash AS drawingHash, inputs, steps, operator_id AS operatorId, kept_at AS keptAt
     FROM bend_order WHERE sheet_id = ? AND machine = ? ORDER BY rowid DESC LIMIT 1`,
  )
  const lastAt = db.prepare<[], number>(`SELECT kept_at FROM bend_order ORDER BY rowid DESC LIMIT 1`).pluck()
  const put = (row: Omit<Row, 'keptAt'>): Result<undefined, NotStored> => {
    const stored = catchStorageError((): Ok<undefined> => {
      // a rebuilt store orders the rows by their times
      insert.run({ ...row, id: newId(), keptAt: Math.max(now(), (lastAt.get() ?? 0) + 1) })
      return ok(undefined)
    })
    if (stored.ok) onChange(row.sheetId)
    return stored
  }
  const of = (sheetId: string, machine: string): KeptBendOrder | null => {
    const row = newest.get(sheetId, machine)
    if (row === undefined || row.steps === null) return null
    const steps = storedSteps.safeParse(JSON.parse(row.steps))
    return steps.success ? { ...row, steps: steps.data } : null
  }
  return {
    /** The order that is kept for a sheet at a machine; null: none, or one that a newer program wrote. */
    of,
    keep: (order: BendOrder): Result<undefined, NotStored> => put({ ...order, steps: JSON.stringify(order.steps) }),
    /** Restores the planner's order. Without a kept order nothing changes. */
    clear: (sheetId: string, machine: string, operatorId: string | null): Result<undefined, NotStored> => {
      const row = newest.get(sheetId, machine)
      return row === undefined || row.steps === null ? ok(undefined) : put({ ...row, steps: null, operatorId })
    },
  }
}

// The operators and their initials. An operator is renamed or set inactive, never deleted, because stored work refers to the operator.
// Touches only the outbox's file.
import { isPlainText } from '../../../shared/base/plain-text.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Database } from '../../platform/sqlite.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { Refusal } from '../store/index.ts'

export interface Operator {
  id: string
  initials: string
  active: boolean
}

export type OperatorResult = Result<Operator, Refusal<'operator_unknown' | 'initials_taken' | 'initials_bad'>>

const maxInitials = 100

export type Operators = ReturnType<typeof openOperators>

export function openOperators(db: Database, { newId }: { newId: () => string }) {
  interface Row extends Omit<Operator, 'active'> {
    active: number
  }
  const all = db.prepare<[], Row>(`SELECT id, initials, active FROM operator ORDER BY initials, id`)
  const byId = db.prepare<[string], Row>(`SELECT id, initials, active FROM operator WHERE id = ?`)
  const put = db.prepare<Row>(
    `INSERT INTO operator (id, initials, active) VALUES (@id, @initials, @active)
     ON CONFLICT (id) DO UPDATE SET initials = @initials, active = @active`,
  )
  const operatorOf = ({ active, ...row }: Row): Operator => ({ ...row, active: active === 1 })
  const find = (id: string): Operator | undefined => {
    const row = byId.get(id)
    return row === undefined ? undefined : operatorOf(row)
  }

  const keep = db.transaction((operator: Operator): OperatorResult => {
    const initials = operator.initials.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
    if (initials === '' || initials.length > maxInitials || !isPlainText(initials)) return refused('initials_bad')
    const same = (row: Row): boolean => row.initials.toUpperCase() === initials.toUpperCase()
    const isTaken = all.all().some((row) => row.active === 1 && row.id !== operator.id && same(row))
    if (operator.active && isTaken) return refused('initials_taken')
    put.run({ id: operator.id, initials, active: operator.active ? 1 : 0 })
    return ok({ ...operator, initials })
  })
  const change = (id: string, changed: Partial<Omit<Operator, 'id'>>): OperatorResult =>
    catchStorageError(() => {
      const operator = find(id)
      return operator === undefined ? refused('operator_unknown') : keep.immediate({ ...operator, ...changed })
    })

  return {
    /** All operators, including inactive ones, by initials. */
    list: (): Operator[] => all.all().map(operatorOf),
    find,
    /** Initials have 1 to 100 characters and differ from those of every other active operator, ignoring case. */
    add: (initials: string): OperatorResult =>
      catchStorageError(() => keep.immediate({ id: newId(), initials, active: true })),
    /** Earlier work keeps the earlier initials. */
    rename: (id: string, initials: string): OperatorResult => change(id, { initials }),
    setActive: (id: string, active: boolean): OperatorResult => change(id, { active }),
  }
}

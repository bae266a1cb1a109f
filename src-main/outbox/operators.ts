// Who stands at the brake: large initials to choose from. An operator is renamed or set inactive, never deleted, since what was
// done carries the name. Touches the outbox's file alone.
import type { Database } from '../platform/sqlite.ts'
import { kept, type NotStored } from './kept.ts'

export interface Operator {
  id: string
  initials: string
  active: boolean
}

export type OperatorRefusal = { ok: false; code: 'operator_unknown' | 'initials_taken' | 'initials_bad' } | NotStored
export type OperatorKept = { ok: true; operator: Operator } | OperatorRefusal

const longest = 100

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

  const keep = db.transaction((operator: Operator): OperatorKept => {
    const initials = operator.initials.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
    if (initials === '' || initials.length > longest || /\p{Cc}/u.test(initials))
      return { ok: false, code: 'initials_bad' }
    const same = (row: Row): boolean => row.initials.toUpperCase() === initials.toUpperCase()
    const taken = all.all().some((row) => row.active === 1 && row.id !== operator.id && same(row))
    if (operator.active && taken) return { ok: false, code: 'initials_taken' }
    put.run({ id: operator.id, initials, active: operator.active ? 1 : 0 })
    return { ok: true, operator: { ...operator, initials } }
  })
  const change = (id: string, changed: Partial<Omit<Operator, 'id'>>): OperatorKept =>
    kept(() => {
      const operator = find(id)
      return operator === undefined
        ? { ok: false, code: 'operator_unknown' }
        : keep.immediate({ ...operator, ...changed })
    })

  return {
    /** Inactive ones too, by initials. */
    list: (): Operator[] => all.all().map(operatorOf),
    find,
    /** Initials of 1 to 100 characters, not those of another active operator, whatever their case. */
    add: (initials: string): OperatorKept => kept(() => keep.immediate({ id: newId(), initials, active: true })),
    /** What was done before keeps the initials of then. */
    rename: (id: string, initials: string): OperatorKept => change(id, { initials }),
    setActive: (id: string, active: boolean): OperatorKept => change(id, { active }),
  }
}

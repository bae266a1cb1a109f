// The operators and their initials. An operator is renamed or set inactive, never deleted, because stored work refers to the operator.
// Those of the workshop's other stations are stored here too, so that they can be chosen without the link. Touches only the outbox's file.
import { isPlainText } from '../../../shared/base/plain-text.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { maxAheadMs, nextMoment } from '../../../shared/peers/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { Elsewhere, OperatorElsewhere, Refusal } from '../store/index.ts'

export interface Operator {
  id: string
  initials: string
  active: boolean
}

export type OperatorResult = Result<Operator, Refusal<'operator_unknown' | 'initials_taken' | 'initials_bad'>>

const maxInitials = 100
/** With this number, no operators of other stations are added. */
const maxOperators = 1_000

export type Operators = ReturnType<typeof openOperators>

interface OperatorsOptions {
  /** Milliseconds since 1970. */
  now: () => number
  newId: () => string
  elsewhere: Pick<Elsewhere, 'operators'>
  /** Called after the commit of a change. */
  onChange: () => void
}

interface Row extends Omit<Operator, 'active'> {
  active: number
  /** Milliseconds since 1970, by the hybrid clock; 0: before changes had times. */
  changedAt: number
}
type StoredRow = Row & { station: string | null }

const operatorOf = ({ id, initials, active }: Row): Operator => ({ id, initials, active: active === 1 })
const hasInitials =
  (initials: string) =>
  (row: Pick<Operator, 'initials'>): boolean =>
    row.initials.toUpperCase() === initials.toUpperCase()

const columns = 'id, initials, active, changed_at AS changedAt'

/** Initials mean one person: whoever leaves here leaves everywhere, also where another station added the same initials. */
const namesakes = (operator: Operator, others: readonly OperatorElsewhere[]): Operator[] =>
  operator.active
    ? []
    : others
        .filter((other) => other.active && other.id !== operator.id && hasInitials(operator.initials)(other))
        .map(({ id, initials }) => ({ id, initials, active: false }))

export function openOperators(db: Database, options: OperatorsOptions) {
  const { now, newId, elsewhere, onChange } = options
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM operator ORDER BY initials, id`)
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM operator WHERE id = ?`)
  const count = db.prepare<[], number>('SELECT count(*) FROM operator').pluck()
  const newestMs = db.prepare<[], number | null>('SELECT max(changed_at) FROM operator').pluck()
  const put = db.prepare<StoredRow>(
    `INSERT INTO operator (id, initials, active, changed_at, changed_by_station)
     VALUES (@id, @initials, @active, @changedAt, @station)
     ON CONFLICT (id) DO UPDATE SET initials = @initials, active = @active, changed_at = @changedAt,
       changed_by_station = @station`,
  )
  const find = (id: string): Operator | undefined => {
    const row = byId.get(id)
    return row === undefined ? undefined : operatorOf(row)
  }
  const isTaken = (id: string, initials: string): boolean =>
    all.all().some((row) => row.active === 1 && row.id !== id && hasInitials(initials)(row))

  const keep = db.transaction((operator: Operator): OperatorResult => {
    const initials = operator.initials.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
    if (initials === '' || initials.length > maxInitials || !isPlainText(initials)) return refused('initials_bad')
    if (operator.active && isTaken(operator.id, initials)) return refused('initials_taken')
    const newOperator = { ...operator, initials }
    const others = elsewhere.operators()
    const changedAt = [newestMs.get() ?? 0, ...others.map(({ changedAtMs }) => changedAtMs)].reduce(nextMoment, now())
    for (const { id, active, ...one } of [newOperator, ...namesakes(newOperator, others)])
      put.run({ id, active: active ? 1 : 0, initials: one.initials, changedAt, station: null })
    return ok(newOperator)
  })
  const storeOperator = (operator: Operator): OperatorResult => {
    const result = keep.immediate(operator)
    if (result.ok) onChange()
    return result
  }
  const change = (id: string, changed: Partial<Omit<Operator, 'id'>>): OperatorResult =>
    catchStorageError(() => {
      const operator = find(id)
      return operator === undefined ? refused('operator_unknown') : storeOperator({ ...operator, ...changed })
    })

  const mergeOne = ({ id, initials, active, changedAtMs: changedAt, station }: OperatorElsewhere): boolean => {
    const row = byId.get(id)
    if (changedAt - now() > maxAheadMs || changedAt <= (row?.changedAt ?? -1)) return false
    if (row === undefined && (!active || (count.get() ?? 0) >= maxOperators)) return false
    const isHereAlready = isTaken(id, initials)
    if (row === undefined && isHereAlready) return false
    // the person of these initials is another row here
    put.run({ id, initials, active: active && !isHereAlready ? 1 : 0, changedAt, station })
    return true
  }
  const merge = db.transaction((): boolean => elsewhere.operators().filter(mergeOne).length > 0)

  return {
    /** All operators, including inactive ones, by initials. */
    list: (): Operator[] => all.all().map(operatorOf),
    find,
    /** Initials have 1 to 100 characters and differ from those of every other active operator, ignoring case. */
    add: (initials: string): OperatorResult =>
      catchStorageError(() => storeOperator({ id: newId(), initials, active: true })),
    /** Earlier work keeps the earlier initials. */
    rename: (id: string, initials: string): OperatorResult => change(id, { initials }),
    setActive: (id: string, active: boolean): OperatorResult => change(id, { active }),
    /**
     * Takes over what other stations changed later. An unknown operator whose initials are active here is not added. Throws the error of a
     * disk that refuses it.
     */
    merge: (): void => {
      if (merge.immediate()) onChange()
    },
  }
}

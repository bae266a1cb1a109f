// What a planner chose for the sheets of a day: a machine, a place in its order, a split into lengths. Rows are only ever added, a
// sheet's newest counts, and an act of many sheets is taken back as one. Touches the outbox's file alone.
import * as z from 'zod'
import { split, type Split } from '../../shared/planning/split.ts'
import type { Database } from '../platform/sqlite.ts'
import { kept, type NotStored } from './kept.ts'

/** All that is chosen for a sheet; null stands for what the service says. */
const chosen = z.object({
  /** The machine: the id of the service's press brake, or the name of one that the service does not know. */
  machine: z.string().nullable(),
  /** Lower goes first among the sheets of the machine on that day; null: after those that have one. */
  rank: z.number().nullable(),
  /** A proposed order keeps all up to it where it is. */
  pinned: z.boolean(),
  /** Of the drawing that it was chosen for. */
  drawingVersion: z.int(),
  split: split.nullable(),
})
export type Chosen = z.infer<typeof chosen>

export interface NewChoice extends Chosen {
  sheetId: string
  drawingHash: string
  /** The service's brake that the machine is; null for another, and for none. */
  pressBrakeId: string | null
}

export interface Choice extends NewChoice {
  date: string
  operatorId: string | null
  /** Milliseconds since 1970. */
  at: number
}

export interface PlanAct {
  id: string
  at: number
  operatorId: string | null
  sheetIds: string[]
}

/** 'already_counted': its pieces, or its lengths, are counted as they are. */
export type PlanRefusal = { ok: false; code: 'already_counted' | 'plan_changed' } | NotStored
export type PlanKept = { ok: true; sheetIds: string[] } | PlanRefusal

export type Plans = ReturnType<typeof openPlans>

interface Row {
  rowid: number
  sheetId: string
  drawingHash: string
  pressBrakeId: string | null
  plan: string
  date: string | null
  actId: string | null
  undoes: string | null
  operatorId: string | null
  at: number
}

const none: Chosen = { machine: null, rank: null, pinned: false, drawingVersion: 0, split: null }

export interface PlansOptions {
  now: () => number
  newId: () => string
  /** Whether pieces of this drawing are counted already. */
  isCounted: (sheetId: string, drawingHash: string) => boolean
}

/** Of a sheet that is bent the counts stay as they were made. */
type IsBent = (sheetId: string) => boolean

/** Taken for a rollback: what it says is the refusal. */
class CountedError extends Error {}

export function openPlans(db: Database, { now, newId, isCounted }: PlansOptions) {
  const columns = `rowid, sheet_id AS sheetId, drawing_hash AS drawingHash, press_brake_id AS pressBrakeId, plan, date,
    act_id AS actId, undoes, operator_id AS operatorId, made_at AS at`
  const insert = db.prepare<Omit<Row, 'rowid'> & { id: string }>(
    `INSERT INTO plan (id, sheet_id, drawing_hash, press_brake_id, plan, date, act_id, undoes, operator_id, made_at)
     VALUES (@id, @sheetId, @drawingHash, @pressBrakeId, @plan, @date, @actId, @undoes, @operatorId, @at)`,
  )
  const newest = db.prepare<[string], Row>(`SELECT ${columns} FROM plan WHERE sheet_id = ? ORDER BY rowid DESC LIMIT 1`)
  const newestOfDrawing = db.prepare<[string, string, number], Row>(
    `SELECT ${columns} FROM plan WHERE sheet_id = ? AND drawing_hash = ? AND made_at <= ?
     ORDER BY made_at DESC, rowid DESC LIMIT 1`,
  )
  const before = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM plan WHERE sheet_id = ? AND rowid < ? ORDER BY rowid DESC LIMIT 1`,
  )
  const ofDay = db.prepare<[string], Row>(`SELECT ${columns} FROM plan WHERE date = ? ORDER BY rowid DESC`)
  const lastAt = db.prepare<[], number>(`SELECT made_at FROM plan ORDER BY rowid DESC LIMIT 1`).pluck()

  // a store that is rebuilt puts the rows in the order of their moments
  const nextMoment = (): number => Math.max(now(), (lastAt.get() ?? 0) + 1)

  const of = (sheetId: string): Choice | null => {
    const row = newest.get(sheetId)
    return row === undefined ? null : choiceOf(row)
  }
  /** The newest act of a day that was not taken back; null: there is none. */
  const lastRows = (date: string): Row[] => {
    const undone = new Set<string>()
    let act: Row[] = []
    for (const row of ofDay.iterate(date)) {
      if (act[0] !== undefined && row.actId !== act[0].actId) break
      if (row.undoes !== null) undone.add(row.undoes)
      else if (row.actId !== null && !undone.has(row.actId)) act = [...act, row]
    }
    return act
  }
  const splitOf = (sheetId: string, drawingHash: string, at = Number.MAX_SAFE_INTEGER): Split | null => {
    const row = newestOfDrawing.get(sheetId, drawingHash, at)
    return row === undefined ? null : (choiceOf(row)?.split ?? null)
  }
  const add = (
    choices: readonly NewChoice[],
    about: Pick<Row, 'date' | 'operatorId' | 'undoes'>,
    isBent: IsBent,
  ): void => {
    const actId = newId()
    const at = nextMoment()
    for (const { sheetId, drawingHash, pressBrakeId, ...plan } of choices) {
      const isSplitAnew = JSON.stringify(splitOf(sheetId, drawingHash)) !== JSON.stringify(plan.split)
      if (isSplitAnew && (isBent(sheetId) || isCounted(sheetId, drawingHash))) throw new CountedError(sheetId)
      insert.run({ ...about, id: newId(), sheetId, drawingHash, pressBrakeId, plan: textOf(plan), actId, at })
    }
  }
  const undo = db.transaction((date: string, actId: string, operatorId: string | null, isBent: IsBent): PlanKept => {
    const rows = lastRows(date)
    const isLast = rows[0]?.actId === actId
    // somebody chose otherwise for one of them meanwhile, on another day's plan perhaps
    const stands = rows.every((row) => newest.get(row.sheetId)?.plan === row.plan)
    if (!isLast || !stands) return { ok: false, code: 'plan_changed' }
    const earlier = rows.map((row): NewChoice => {
      const was = before.get(row.sheetId, row.rowid)
      return (was === undefined ? null : choiceOf(was)) ?? { ...none, ...aboutSheet(row), pressBrakeId: null }
    })
    add(earlier, { date, operatorId, undoes: actId }, isBent)
    return { ok: true, sheetIds: rows.map(({ sheetId }) => sheetId) }
  })
  const put = db.transaction(add)

  return {
    /** What was chosen last for a sheet; null: nothing, or what a newer program wrote. */
    of,
    /** The lengths that a drawing of a sheet is made in, or was `at` a time, ms since 1970; null: its own pieces. */
    splitOf,
    /** One act. */
    put: (
      choices: readonly NewChoice[],
      about: { date: string; operatorId: string | null },
      isBent: IsBent = () => false,
    ): PlanKept =>
      unlessCounted(() => {
        put.immediate(choices, { ...about, undoes: null }, isBent)
        return { ok: true, sheetIds: choices.map(({ sheetId }) => sheetId) }
      }),
    lastAct: (date: string): PlanAct | null => {
      const rows = lastRows(date)
      const [{ actId: id, at, operatorId } = { actId: null, at: 0, operatorId: null }] = rows
      return id === null ? null : { id, at, operatorId, sheetIds: rows.map(({ sheetId }) => sheetId) }
    },
    /** Takes a day's last act back, where what it chose still stands. */
    undo: (date: string, actId: string, operatorId: string | null, isBent: IsBent = () => false): PlanKept =>
      unlessCounted(() => undo.immediate(date, actId, operatorId, isBent)),
  }
}

function unlessCounted(act: () => PlanKept): PlanKept {
  try {
    return kept(act)
  } catch (error) {
    if (error instanceof CountedError) return { ok: false, code: 'already_counted' }
    throw error
  }
}

const textOf = ({ machine, rank, pinned, drawingVersion, split }: Chosen): string =>
  JSON.stringify({ machine, rank, pinned, drawingVersion, split })

const aboutSheet = ({ sheetId, drawingHash }: Row): Pick<NewChoice, 'sheetId' | 'drawingHash'> => ({
  sheetId,
  drawingHash,
})

function choiceOf(row: Row): Choice | null {
  const { pressBrakeId, date, operatorId, at } = row
  const plan = chosen.safeParse(JSON.parse(row.plan))
  return plan.success && date !== null ? { ...aboutSheet(row), ...plan.data, pressBrakeId, date, operatorId, at } : null
}

// What a planner chose for the sheets of a day: a machine, a position in its order, a split into lengths. Rows are append-only, the
// newest row of a sheet applies, and an act on many sheets is undone as one. Touches only the outbox's file.
import * as z from 'zod'
import { ok, type Result } from '../../../shared/base/result.ts'
import { split, type Split } from '../../../shared/planning/index.ts'
import { maxAheadMs, nextMoment } from '../../../shared/peers/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import { catchStorageError, refused } from '../store/index.ts'
import type { ChoiceElsewhere, Elsewhere, Refusal } from '../store/index.ts'

/** The choices for a sheet; null: the service's own value applies. */
const chosen = z.object({
  /** The id of the service's press brake, or the name of a machine that the service does not know. */
  machine: z.string().nullable(),
  /** Position among the machine's sheets of that day, lowest first; null: after all that have one. */
  rank: z.number().nullable(),
  /** A proposed order does not move this sheet or any before it. */
  pinned: z.boolean(),
  /** The version of the drawing for which it was chosen. */
  drawingVersion: z.int(),
  split: split.nullable(),
})
type Chosen = z.infer<typeof chosen>

/** What a row stores in its column `plan`. */
const storedPlan = chosen.extend({
  /** The choice of another station that this one replaced, for an undo; absent: there was none. */
  replaced: chosen.extend({ drawingHash: z.string(), pressBrakeId: z.string().nullable() }).optional(),
  /** The moment for other stations, ms since 1970, where the row's own is later only to be after this station's earlier rows. */
  momentMs: z.int().optional(),
  /** The key of the other station's choice that this one replaced in the shared documents; absent: there was none. */
  over: z.string().optional(),
})

export interface NewChoice extends Chosen {
  sheetId: string
  drawingHash: string
  /** The service's id of the machine; null where the service does not know it, and for none. */
  pressBrakeId: string | null
}

type Replaced = z.infer<typeof storedPlan>['replaced']

/** A choice to store. */
interface ChoiceToStore extends NewChoice {
  replaced?: Replaced
}

export interface Choice extends NewChoice {
  date: string
  operatorId: string | null
  /** Milliseconds since 1970. */
  chosenAtMs: number
}

export interface PlannedFor {
  readonly id: string
  /** The service's brake. */
  readonly pressBrakeId: string | null
}

export interface PlanAct {
  id: string
  /** Milliseconds since 1970. */
  actedAtMs: number
  operatorId: string | null
  sheetIds: string[]
}

/** The sheets of the act. `already_counted`: pieces or lengths of the sheet are counted. */
export type PlanResult = Result<string[], Refusal<'already_counted' | 'plan_changed'>>

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
  chosenAtMs: number
}

const none: Chosen = { machine: null, rank: null, pinned: false, drawingVersion: 0, split: null }

export interface PlansOptions {
  now: () => number
  newId: () => string
  /** Whether pieces of this drawing are counted already. */
  isCounted: (sheetId: string, drawingHash: string) => boolean
  /** Whether the sheet is in work here: then a choice of another station does not move it. */
  isInWork: (sheetId: string) => boolean
  elsewhere: Pick<Elsewhere, 'choiceOf' | 'newestChoiceMs'>
}

type AboutAct = Pick<Row, 'date' | 'operatorId' | 'undoes'>

/** The counts of a bent sheet must not change. */
type IsBent = (sheetId: string) => boolean

/** Thrown to roll a transaction back. */
class CountedError extends Error {}
export class Plans {
  readonly #options: PlansOptions
  readonly #sql: ReturnType<typeof prepareStatements>
  readonly #undoInTransaction: {
    immediate: (date: string, actId: string, operatorId: string | null, isBent: IsBent) => PlanResult
  }
  readonly #addInTransaction: {
    immediate: (choices: readonly ChoiceToStore[], about: AboutAct, isBent: IsBent) => void
  }

  constructor(db: Database, options: PlansOptions) {
    this.#options = options
    this.#sql = prepareStatements(db)
    this.#undoInTransaction = db.transaction((date: string, actId: string, operatorId: string | null, isBent: IsBent) =>
      this.#undoAct(date, actId, operatorId, isBent),
    )
    this.#addInTransaction = db.transaction((choices: readonly ChoiceToStore[], about: AboutAct, isBent: IsBent) =>
      this.#add(choices, about, isBent),
    )
  }

  /** The newest choice for a sheet, also of another station; null: none, or one that a newer program wrote. */
  of(sheetId: string): Choice | null {
    const local = readRow(this.#sql.newest.get(sheetId))
    const other = this.#choiceElsewhere(sheetId, local?.momentMs ?? 0)
    return other === null ? (local?.choice ?? null) : { ...other, operatorId: null }
  }

  /**
   * The machine that a sheet is planned for: the planner's choice, otherwise the service's brake; null: none. The id of the service's press
   * brake, or the name of a machine that the service does not know.
   */
  readonly machineOf = ({ id, pressBrakeId }: PlannedFor): string | null => this.of(id)?.machine ?? pressBrakeId

  /** The lengths into which a drawing of a sheet is split, now or at the time `untilMs` (ms since 1970); null: its own pieces. */
  readonly splitOf = (sheetId: string, drawingHash: string, untilMs = Number.MAX_SAFE_INTEGER): Split | null => {
    const local = readRow(this.#sql.newestOfDrawing.get(sheetId, drawingHash, untilMs))
    const other = this.#choiceElsewhere(sheetId, local?.momentMs ?? 0)
    if (other !== null && other.chosenAtMs <= untilMs && other.drawingHash === drawingHash) return other.split
    return local?.choice.split ?? null
  }

  /** Stores the choices as one act. */
  put(
    choices: readonly NewChoice[],
    about: { date: string; operatorId: string | null },
    isBent: IsBent = () => false,
  ): PlanResult {
    return unlessCounted(() => {
      const toStore = choices.map((choice) => ({ ...choice, replaced: this.#replacedBy(choice) }))
      this.#addInTransaction.immediate(toStore, { ...about, undoes: null }, isBent)
      return ok(choices.map(({ sheetId }) => sheetId))
    })
  }

  lastAct(date: string): PlanAct | null {
    const rows = this.#lastRows(date)
    const [{ actId: id, chosenAtMs, operatorId } = { actId: null, chosenAtMs: 0, operatorId: null }] = rows
    return id === null ? null : { id, actedAtMs: chosenAtMs, operatorId, sheetIds: rows.map(({ sheetId }) => sheetId) }
  }

  /**
   * Undoes a day's last act, where no later choice has replaced it. Each sheet gets the choice back that the act replaced, also where another
   * station had made it.
   */
  undo(date: string, actId: string, operatorId: string | null, isBent: IsBent = () => false): PlanResult {
    return unlessCounted(() => this.#undoInTransaction.immediate(date, actId, operatorId, isBent))
  }

  #undoAct(date: string, actId: string, operatorId: string | null, isBent: IsBent): PlanResult {
    const rows = this.#lastRows(date)
    const isLast = rows[0]?.actId === actId
    // a later choice for one of the sheets may belong to another day's plan
    const isStillNewest = rows.every(
      (row) =>
        contentOf(this.#sql.newest.get(row.sheetId)) === contentOf(row) &&
        this.#choiceElsewhere(row.sheetId, readRow(row)?.momentMs ?? row.chosenAtMs) === null,
    )
    if (!isLast || !isStillNewest) return refused('plan_changed')
    const earlier = rows.map((row): ChoiceToStore => {
      const replaced = readRow(row)?.replaced
      if (replaced !== undefined) return { ...replaced, sheetId: row.sheetId }
      const was = readRow(this.#sql.before.get(row.sheetId, row.rowid))
      // with what that choice replaced, so that it can be undone next
      return was === null
        ? { ...none, ...aboutSheet(row), pressBrakeId: null }
        : { ...was.choice, replaced: was.replaced }
    })
    this.#add(earlier, { date, operatorId, undoes: actId }, isBent)
    return ok(rows.map(({ sheetId }) => sheetId))
  }

  /**
   * The choice of another station, where it applies and is not older than this station's own. An own choice of a clock that was far ahead
   * does not hide it, because the other stations ignore such a choice.
   */
  #choiceElsewhere(sheetId: string, ownMs: number): ChoiceElsewhere | null {
    const other = this.#laterElsewhere(sheetId, ownMs)
    return other !== null && this.#options.isInWork(sheetId) ? null : other
  }

  /** The same for the other stations, which do not know that the sheet is in work here. */
  #laterElsewhere(sheetId: string, ownMs: number): ChoiceElsewhere | null {
    const { now, elsewhere } = this.#options
    const other = elsewhere.choiceOf(sheetId)
    const isOwnLater = ownMs - now() <= maxAheadMs && other !== null && other.chosenAtMs < ownMs
    return isOwnLater ? null : other
  }

  /** The choice of another station that applies to the sheet now. */
  #replacedBy({ sheetId }: NewChoice): Replaced {
    const local = readRow(this.#sql.newest.get(sheetId))
    const other = this.#choiceElsewhere(sheetId, local?.momentMs ?? 0)
    if (other === null) return undefined
    const { drawingHash, pressBrakeId, machine, rank, pinned, drawingVersion, split } = other
    return { drawingHash, pressBrakeId, machine, rank, pinned, drawingVersion, split }
  }

  /** The moment of the choices for the other stations: after all that this station knows, except those of a clock that is far ahead. */
  #nextMoment(choices: readonly NewChoice[], last: Row | undefined): number {
    const { now, elsewhere } = this.#options
    const seenMs = [
      readRow(last)?.momentMs ?? last?.chosenAtMs ?? 0,
      elsewhere.newestChoiceMs(),
      ...choices.map(({ sheetId }) => elsewhere.choiceOf(sheetId)?.chosenAtMs ?? 0),
    ]
    return Math.max(...seenMs.map((moment) => nextMoment(now(), moment)))
  }

  /** The rows of a day's newest act that was not undone; empty: there is none. */
  #lastRows(date: string): Row[] {
    const undone = new Set<string>()
    let act: Row[] = []
    for (const row of this.#sql.ofDay.iterate(date)) {
      if (act[0] !== undefined && row.actId !== act[0].actId) break
      if (row.undoes !== null) undone.add(row.undoes)
      else if (row.actId !== null && !undone.has(row.actId)) act = [...act, row]
    }
    return act
  }

  #add(choices: readonly ChoiceToStore[], about: AboutAct, isBent: IsBent): void {
    const actId = this.#options.newId()
    const last = this.#sql.last.get()
    const momentMs = this.#nextMoment(choices, last)
    // a rebuilt store orders the rows by their times
    const rowMs = Math.max(momentMs, (last?.chosenAtMs ?? 0) + 1)
    for (const { sheetId, drawingHash, pressBrakeId, ...plan } of choices) {
      const isSplitChanged = JSON.stringify(this.splitOf(sheetId, drawingHash)) !== JSON.stringify(plan.split)
      if (isSplitChanged && (isBent(sheetId) || this.#options.isCounted(sheetId, drawingHash)))
        throw new CountedError(sheetId)
      // now, because the mirror may share the row only after more choices arrived, and again after a loss
      const over = this.#laterElsewhere(sheetId, readRow(this.#sql.newest.get(sheetId))?.momentMs ?? 0)?.key
      this.#sql.insert.run({
        ...about,
        id: this.#options.newId(),
        sheetId,
        drawingHash,
        pressBrakeId,
        plan: textOf({ ...plan, momentMs: rowMs === momentMs ? undefined : momentMs, over }),
        actId,
        chosenAtMs: rowMs,
      })
    }
  }
}

function prepareStatements(db: Database) {
  const columns = `rowid, sheet_id AS sheetId, drawing_hash AS drawingHash, press_brake_id AS pressBrakeId, plan, date,
    act_id AS actId, undoes, operator_id AS operatorId, made_at AS chosenAtMs`
  const insert = db.prepare<Omit<Row, 'rowid'> & { id: string }>(
    `INSERT INTO plan (id, sheet_id, drawing_hash, press_brake_id, plan, date, act_id, undoes, operator_id, made_at)
     VALUES (@id, @sheetId, @drawingHash, @pressBrakeId, @plan, @date, @actId, @undoes, @operatorId, @chosenAtMs)`,
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
  const last = db.prepare<[], Row>(`SELECT ${columns} FROM plan ORDER BY rowid DESC LIMIT 1`)
  return { insert, newest, newestOfDrawing, before, ofDay, last }
}

function unlessCounted(act: () => PlanResult): PlanResult {
  try {
    return catchStorageError(act)
  } catch (error) {
    if (error instanceof CountedError) return refused('already_counted')
    throw error
  }
}

function textOf(plan: z.infer<typeof storedPlan>): string {
  const { machine, rank, pinned, drawingVersion, split, replaced, momentMs, over } = plan
  return JSON.stringify({ machine, rank, pinned, drawingVersion, split, replaced, momentMs, over })
}

/** Equal for rows of the same choice, whenever they were stored. */
function contentOf(row: Row | undefined): string | undefined {
  const read = readRow(row)
  return read === null ? row?.plan : textOf({ ...read.choice, replaced: read.replaced })
}

const aboutSheet = ({ sheetId, drawingHash }: Row): Pick<NewChoice, 'sheetId' | 'drawingHash'> => ({
  sheetId,
  drawingHash,
})

interface ReadRow {
  choice: Choice
  replaced: Replaced
  /** The moment for the other stations, ms since 1970. */
  momentMs: number
}

/** Null: there is none, or a newer program wrote it. */
function readRow(row: Row | undefined): ReadRow | null {
  if (row === undefined) return null
  const { pressBrakeId, date, operatorId, chosenAtMs } = row
  const stored = storedPlan.safeParse(JSON.parse(row.plan))
  if (!stored.success || date === null) return null
  const { momentMs = chosenAtMs, replaced, machine, rank, pinned, drawingVersion, split } = stored.data
  const content = { machine, rank, pinned, drawingVersion, split }
  const choice = { ...aboutSheet(row), ...content, pressBrakeId, date, operatorId, chosenAtMs }
  return { choice, replaced, momentMs }
}

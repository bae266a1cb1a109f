// The tables `tally` and `service_day` of cache.db: one small row per sheet from the lists and the events, stored for longer than the lists,
// so that counts over days read no drawing. Accesses the database.
import { addDays, type ReadReducedSheet, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Entry } from './list-table.ts'

/** The counted data of a sheet. */
export interface TallyRow {
  sheetId: string
  day: string
  brakeId: string | null
  orderNumber: string
  quantity: number
  approval: string
  isBent: boolean
  /** When the service recorded it as bent; null: it is not. */
  bentAt: string | null
  /** The quantity that the service reports as bent. */
  bentQuantity: number
  reworkCount: number
  /** False: it left the lists. */
  isListed: boolean
}

export interface TallySheet {
  sheetId: string
  sheetNo: number
  title: string
  customerName: string
  bentAt: string | null
}

/** The counts of a day's list when the whole list was last read. */
export interface ListCounts {
  date: string
  readAt: string
  sheets: number
  bent: number
  waiting: number
  malformed: number
}

export interface OrderName {
  orderNumber: string
  title: string
  customerName: string
}

type StoredRow = Omit<TallyRow, 'isBent' | 'isListed'> & { isBent: number; isListed: number }

const rowOf = (row: StoredRow): TallyRow => ({ ...row, isBent: row.isBent === 1, isListed: row.isListed === 1 })

/** How many days are stored. */
const storedDays = 92

function tallyStatements(db: Database) {
  const put = db.prepare<Record<string, string | number | null>>(`
    INSERT INTO tally (sheet_id, day, version, rework_count, order_number, sheet_no, title, customer_name, press_brake_id, quantity,
      approval, bent_at, bent_quantity, listed)
    VALUES (@sheetId, @day, @version, @reworkCount, @orderNumber, @sheetNo, @title, @customerName, @brakeId, @quantity, @approval,
      @bentAt, @bentQuantity, 1)
    ON CONFLICT (sheet_id) DO UPDATE SET day = excluded.day, version = excluded.version, rework_count = excluded.rework_count,
      order_number = excluded.order_number, sheet_no = excluded.sheet_no, title = excluded.title,
      customer_name = excluded.customer_name, press_brake_id = excluded.press_brake_id, quantity = excluded.quantity,
      approval = excluded.approval, bent_at = excluded.bent_at, bent_quantity = excluded.bent_quantity, listed = 1`)
  // a bent sheet is on the list of its own day again, although it may have left the other lists before
  const update = db.prepare<Record<string, string | number | null>>(`
    UPDATE tally SET day = coalesce(@day, day), version = @version, rework_count = @reworkCount, press_brake_id = @brakeId,
      title = @title, customer_name = @customerName, quantity = @quantity, approval = @approval, bent_at = @bentAt,
      bent_quantity = @bentQuantity, listed = CASE WHEN bent_at IS NULL AND @bentAt IS NOT NULL THEN 1 ELSE listed END
    WHERE sheet_id = @sheetId AND version <= @version`)
  const leave = db.prepare<{ date: string; shown: string; isToday: number }>(`
    UPDATE tally SET listed = 0 WHERE listed = 1 AND (day = @date OR (@isToday = 1 AND day < @date AND bent_at IS NULL))
      AND sheet_id NOT IN (SELECT value FROM json_each(@shown))`)
  const putListCounts = db.prepare<ListCounts>(`
    INSERT OR REPLACE INTO service_day (date, read_at, sheets, bent, waiting, malformed)
    VALUES (@date, @readAt, @sheets, @bent, @waiting, @malformed)`)
  const listCounts = db.prepare<[string, string], ListCounts>(
    `SELECT date, read_at AS readAt, sheets, bent, waiting, malformed FROM service_day WHERE date BETWEEN ? AND ? ORDER BY date`,
  )
  const first = db.prepare<[], string | null>('SELECT min(date) FROM service_day').pluck()
  const forgetDays = db.prepare<[string]>('DELETE FROM service_day WHERE date < ?')
  const forgetSheets = db.prepare<[string]>('DELETE FROM tally WHERE day < ? AND (bent_at IS NOT NULL OR listed = 0)')
  const names = db.prepare<[string], OrderName>(`
    SELECT order_number AS orderNumber, title, customer_name AS customerName FROM json_each(?) AS wanted
    JOIN tally ON sheet_id = (SELECT sheet_id FROM tally WHERE order_number = wanted.value LIMIT 1)`)

  const orders = db.prepare<[string], { sheetId: string; orderNumber: string }>(`
    SELECT sheet_id AS sheetId, order_number AS orderNumber FROM tally WHERE sheet_id IN (SELECT value FROM json_each(?))`)

  const columns = `sheet_id AS sheetId, day, press_brake_id AS brakeId, order_number AS orderNumber, quantity, approval,
    bent_at IS NOT NULL AS isBent, bent_at AS bentAt, coalesce(bent_quantity, 0) AS bentQuantity, rework_count AS reworkCount, listed AS isListed`
  const ofDay = db.prepare<[string], StoredRow>(`SELECT ${columns} FROM tally WHERE day = ?`)
  const before = db.prepare<[string], StoredRow>(`SELECT ${columns} FROM tally WHERE day < ? AND bent_at IS NULL`)
  const sheetsOf = db.prepare<[string], TallySheet>(`
    SELECT sheet_id AS sheetId, sheet_no AS sheetNo, title, customer_name AS customerName, bent_at AS bentAt FROM tally
    WHERE sheet_id IN (SELECT value FROM json_each(?))`)
  return {
    put,
    update,
    leave,
    putListCounts,
    listCounts,
    first,
    forgetDays,
    forgetSheets,
    names,
    orders,
    ofDay,
    before,
    sheetsOf,
  }
}

export class TallyTable {
  readonly #statements: ReturnType<typeof tallyStatements>

  constructor(db: Database) {
    this.#statements = tallyStatements(db)
  }

  /**
   * Stores the whole list of a day. `isToday`: the list also has all unbent sheets of the days before. `isNew`: it differs from the list
   * that was stored last.
   */
  putList(
    list: { date: string; readAt: string; entries: readonly Entry[]; malformed: number },
    { isToday = workshopDate(Date.parse(list.readAt)) === list.date, isNew = true } = {},
  ): void {
    const { date, readAt, entries, malformed } = list
    if (isNew) this.#putEntries(date, entries)
    // a malformed entry may be any sheet
    if (malformed === 0 && isNew)
      this.#statements.leave.run({
        date,
        shown: JSON.stringify(entries.map(({ sheetId }) => sheetId)),
        isToday: isToday ? 1 : 0,
      })
    this.#statements.putListCounts.run({
      date,
      readAt,
      sheets: entries.length,
      bent: entries.filter(({ bent }) => bent !== null).length,
      waiting: entries.filter(({ bent, approval }) => bent === null && approval === 'awaiting').length,
      malformed,
    })
  }

  /** Stores newer facts of a sheet that was on a list. */
  update(facts: ReadReducedSheet): void {
    this.#statements.update.run({
      ...countedColumns(facts),
      sheetId: facts.id,
      day: facts.plannedDate ?? facts.order.dueDate,
      title: facts.order.title ?? '',
      customerName: facts.order.customerName ?? '',
      approval: facts.approval.state,
    })
  }

  forgetBefore(today: string): void {
    this.#statements.forgetDays.run(addDays(today, -storedDays))
    this.#statements.forgetSheets.run(addDays(today, -storedDays))
  }

  /** Every sheet of the day, also those that left the lists. */
  ofDay(date: string): TallyRow[] {
    return this.#statements.ofDay.all(date).map(rowOf)
  }

  /** The sheets of the days before that are not bent. */
  unbentBefore(date: string): TallyRow[] {
    return this.#statements.before.all(date).map(rowOf)
  }

  sheetsOf(sheetIds: readonly string[]): TallySheet[] {
    return this.#statements.sheetsOf.all(JSON.stringify(sheetIds))
  }

  /** The orders of those of the sheets that are stored. */
  ordersOf(sheetIds: readonly string[]): { sheetId: string; orderNumber: string }[] {
    return this.#statements.orders.all(JSON.stringify(sheetIds))
  }

  named(orderNumbers: readonly string[]): OrderName[] {
    return this.#statements.names.all(JSON.stringify(orderNumbers))
  }

  listCounts(from: string, to: string): ListCounts[] {
    return this.#statements.listCounts.all(from, to)
  }

  /** The first day whose list was read; null: none was. */
  knownFrom(): string | null {
    return this.#statements.first.get() ?? null
  }

  #putEntries(date: string, entries: readonly Entry[]): void {
    for (const entry of entries)
      this.#statements.put.run({
        ...countedColumns(entry),
        sheetId: entry.sheetId,
        day: entry.plannedDate ?? entry.dueDate ?? date,
        orderNumber: entry.orderNumber,
        sheetNo: entry.sheetNo,
        title: entry.title ?? '',
        customerName: entry.customerName ?? '',
        approval: entry.approval,
      })
  }
}

const countedColumns = ({
  version,
  reworkCount,
  pressBrakeId,
  quantity,
  bent,
}: Pick<Entry, 'version' | 'reworkCount' | 'pressBrakeId' | 'quantity' | 'bent'>) => ({
  version,
  reworkCount,
  brakeId: pressBrakeId,
  quantity,
  bentAt: bent?.at ?? null,
  bentQuantity: bent?.quantity ?? null,
})

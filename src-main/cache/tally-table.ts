// What the lists and the events told of each sheet, one narrow row a sheet, kept for longer than the lists themselves: what is counted
// over days without reading a drawing. Touches the cache's file alone.
import { addDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Entry, SheetFacts } from './list-table.ts'

/** What is counted of a sheet. */
export interface TallyRow {
  sheetId: string
  day: string
  brakeId: string | null
  orderNumber: string
  quantity: number
  approval: string
  isBent: boolean
  /** As the service says. */
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

/** What a day's list said when it was last read whole. */
export interface ToldDay {
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

export type TallyTable = ReturnType<typeof tallyTable>

/** How long a day is remembered. */
const daysKept = 92

export function tallyTable(db: Database) {
  const put = db.prepare<Record<string, string | number | null>>(`
    INSERT INTO tally (sheet_id, day, version, rework_count, order_number, sheet_no, title, customer_name, press_brake_id, quantity,
      approval, bent_at, bent_quantity, listed)
    VALUES (@sheetId, @day, @version, @reworkCount, @orderNumber, @sheetNo, @title, @customerName, @brakeId, @quantity, @approval,
      @bentAt, @bentQuantity, 1)
    ON CONFLICT (sheet_id) DO UPDATE SET day = excluded.day, version = excluded.version, rework_count = excluded.rework_count,
      order_number = excluded.order_number, sheet_no = excluded.sheet_no, title = excluded.title,
      customer_name = excluded.customer_name, press_brake_id = excluded.press_brake_id, quantity = excluded.quantity,
      approval = excluded.approval, bent_at = excluded.bent_at, bent_quantity = excluded.bent_quantity, listed = 1`)
  // one that is bent is on the list of its own day again, though it may have left the others before it was known to be bent
  const update = db.prepare<Record<string, string | number | null>>(`
    UPDATE tally SET day = coalesce(@day, day), version = @version, rework_count = @reworkCount, press_brake_id = @brakeId,
      title = @title, customer_name = @customerName, quantity = @quantity, approval = @approval, bent_at = @bentAt,
      bent_quantity = @bentQuantity, listed = CASE WHEN bent_at IS NULL AND @bentAt IS NOT NULL THEN 1 ELSE listed END
    WHERE sheet_id = @sheetId AND version <= @version`)
  const leave = db.prepare<{ date: string; shown: string; isToday: number }>(`
    UPDATE tally SET listed = 0 WHERE listed = 1 AND (day = @date OR (@isToday = 1 AND day < @date AND bent_at IS NULL))
      AND sheet_id NOT IN (SELECT value FROM json_each(@shown))`)
  const putTold = db.prepare<ToldDay>(`
    INSERT OR REPLACE INTO told_day (date, read_at, sheets, bent, waiting, malformed)
    VALUES (@date, @readAt, @sheets, @bent, @waiting, @malformed)`)
  const told = db.prepare<[string, string], ToldDay>(
    `SELECT date, read_at AS readAt, sheets, bent, waiting, malformed FROM told_day WHERE date BETWEEN ? AND ? ORDER BY date`,
  )
  const first = db.prepare<[], string | null>('SELECT min(date) FROM told_day').pluck()
  const forgetDays = db.prepare<[string]>('DELETE FROM told_day WHERE date < ?')
  const forgetSheets = db.prepare<[string]>('DELETE FROM tally WHERE day < ? AND (bent_at IS NOT NULL OR listed = 0)')
  const names = db.prepare<[string], OrderName>(`
    SELECT order_number AS orderNumber, title, customer_name AS customerName FROM json_each(?) AS wanted
    JOIN tally ON sheet_id = (SELECT sheet_id FROM tally WHERE order_number = wanted.value LIMIT 1)`)

  const orders = db.prepare<[string], { sheetId: string; orderNumber: string }>(`
    SELECT sheet_id AS sheetId, order_number AS orderNumber FROM tally WHERE sheet_id IN (SELECT value FROM json_each(?))`)

  const columns = `sheet_id AS sheetId, day, press_brake_id AS brakeId, order_number AS orderNumber, quantity, approval,
    bent_at IS NOT NULL AS isBent, coalesce(bent_quantity, 0) AS bentQuantity, rework_count AS reworkCount, listed AS isListed`
  const ofDay = db.prepare<[string], StoredRow>(`SELECT ${columns} FROM tally WHERE day = ?`)
  const before = db.prepare<[string], StoredRow>(`SELECT ${columns} FROM tally WHERE day < ? AND bent_at IS NULL`)
  const sheetsOf = db.prepare<[string], TallySheet>(`
    SELECT sheet_id AS sheetId, sheet_no AS sheetNo, title, customer_name AS customerName, bent_at AS bentAt FROM tally
    WHERE sheet_id IN (SELECT value FROM json_each(?))`)

  return {
    /**
     * Takes a day's list read whole. `isToday`: it also has all that is unbent of the days before. `isNew`: it reads otherwise than
     * when it was taken last.
     */
    putList: (
      list: { date: string; readAt: string; entries: readonly Entry[]; malformed: number },
      { isToday = workshopDate(Date.parse(list.readAt)) === list.date, isNew = true } = {},
    ): void => {
      const { date, readAt, entries, malformed } = list
      for (const entry of isNew ? entries : [])
        put.run({
          ...narrowed(entry),
          sheetId: entry.sheetId,
          day: entry.plannedDate ?? entry.dueDate ?? date,
          orderNumber: entry.orderNumber,
          sheetNo: entry.sheetNo,
          title: entry.title ?? '',
          customerName: entry.customerName ?? '',
          approval: entry.approval,
        })
      // where a line could not be read, nobody knows whose it is
      if (malformed === 0 && isNew)
        leave.run({ date, shown: JSON.stringify(entries.map(({ sheetId }) => sheetId)), isToday: isToday ? 1 : 0 })
      putTold.run({
        date,
        readAt,
        sheets: entries.length,
        bent: entries.filter(({ bent }) => bent !== null).length,
        waiting: entries.filter(({ bent, approval }) => bent === null && approval === 'awaiting').length,
        malformed,
      })
    },
    /** What was told of a sheet since, where a list had it. */
    update: (facts: SheetFacts): void =>
      void update.run({
        ...narrowed(facts),
        sheetId: facts.id,
        day: facts.plannedDate ?? facts.order.dueDate,
        title: facts.order.title ?? '',
        customerName: facts.order.customerName ?? '',
        approval: facts.approval.state,
      }),
    forgetBefore: (today: string): void => {
      forgetDays.run(addDays(today, -daysKept))
      forgetSheets.run(addDays(today, -daysKept))
    },
    /** Every sheet of the day, those that left the lists too. */
    ofDay: (date: string): TallyRow[] => ofDay.all(date).map(rowOf),
    /** Those of the days before that are still to bend. */
    unbentBefore: (date: string): TallyRow[] => before.all(date).map(rowOf),
    sheetsOf: (sheetIds: readonly string[]): TallySheet[] => sheetsOf.all(JSON.stringify(sheetIds)),
    /** Of those sheets that are known. */
    ordersOf: (sheetIds: readonly string[]) => orders.all(JSON.stringify(sheetIds)),
    named: (orderNumbers: readonly string[]): OrderName[] => names.all(JSON.stringify(orderNumbers)),
    told: (from: string, to: string): ToldDay[] => told.all(from, to),
    /** The first day of which a list was ever read; null: none was. */
    knownFrom: (): string | null => first.get() ?? null,
  }
}

const narrowed = ({
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

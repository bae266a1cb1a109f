// What the lists and the events told of each sheet, one narrow row a sheet, kept for longer than the lists themselves: what is counted
// over days without reading a drawing. Touches the cache's file alone.
import { addDays, workshopDate } from '../../shared/workshop-api/index.ts'
import type { Database } from '../platform/sqlite.ts'
import type { Entry, SheetFacts } from './list-table.ts'

/** Where a sheet stands: each sheet in exactly one. */
export type Standing = 'bent' | 'marked' | 'stuck' | 'wrong' | 'waiting' | 'left'

/** What this station knows besides: its marks that are not delivered, and sheets whose drawing is reported wrong. */
export interface LaidOver {
  marks: readonly { sheetId: string; stuck: boolean }[]
  wrong: readonly string[]
}

export interface TallyRange extends LaidOver {
  from: string
  to: string
  /** With what is left of the days before, as today's list has it. */
  withEarlier: boolean
}

/** Sheets that have all of these in common. */
export interface TallyGroup {
  /** Null: of a day before the range, and still to bend. */
  day: string | null
  brakeId: string | null
  orderNumber: string
  standing: Standing
  sheets: number
  pieces: number
  /** Pieces of sheets that the service says are bent, as it says. */
  bentPieces: number
  /** Bent by the service's word alone, whatever this station has marked. */
  bentThere: number
  /** Of those that are not bent by the service's word, those whose customer has not answered, as the service counts them. */
  waitingThere: number
  /** Sent back to be bent anew, and not bent since. */
  rework: number
}

export interface TallySheet {
  sheetId: string
  day: string
  orderNumber: string
  sheetNo: number
  title: string
  customerName: string
  brakeId: string | null
  quantity: number
  standing: Standing
  bentAt: string | null
  reworkCount: number
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

export interface SheetsWanted {
  /** Left out: every one. Null as a day: those of before the range. */
  day?: string | null | undefined
  brakeId?: string | null | undefined
  orderNumber?: string | undefined
  standing?: Standing | undefined
  rework?: boolean | undefined
}

export interface OrderName {
  orderNumber: string
  title: string
  customerName: string
}

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
    SELECT order_number AS orderNumber, title, customer_name AS customerName FROM tally
    WHERE order_number IN (SELECT value FROM json_each(?)) GROUP BY order_number`)

  const orders = db.prepare<[string], { sheetId: string; orderNumber: string }>(`
    SELECT sheet_id AS sheetId, order_number AS orderNumber FROM tally WHERE sheet_id IN (SELECT value FROM json_each(?))`)

  const laidOver = `
    WITH m (id, stuck) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(@marks)),
      w (id) AS MATERIALIZED (SELECT value FROM json_each(@wrong)),
      shown AS (
        SELECT tally.*, CASE WHEN day < @from THEN NULL ELSE day END AS day_shown,
          CASE WHEN m.stuck = 1 THEN 'stuck' WHEN m.id IS NOT NULL THEN 'marked' WHEN bent_at IS NOT NULL THEN 'bent'
            WHEN w.id IS NOT NULL OR approval = 'change_requested' THEN 'wrong' WHEN approval = 'awaiting' THEN 'waiting'
            ELSE 'left' END AS standing,
          bent_at IS NULL AND rework_count > 0 AS rework
        FROM tally LEFT JOIN m ON m.id = sheet_id LEFT JOIN w ON w.id = sheet_id
        WHERE day <= @to AND (listed = 1 OR m.id IS NOT NULL) AND (day >= @from OR (@withEarlier = 1 AND bent_at IS NULL)))`
  const grouped = db.prepare<Record<string, string | number>, TallyGroup>(`${laidOver}
    SELECT day_shown AS day, press_brake_id AS brakeId, order_number AS orderNumber, standing, count(*) AS sheets,
      sum(quantity) AS pieces, coalesce(sum(bent_quantity), 0) AS bentPieces, count(bent_at) AS bentThere,
      count(*) FILTER (WHERE bent_at IS NULL AND approval = 'awaiting') AS waitingThere,
      sum(rework) AS rework
    FROM shown GROUP BY day_shown, press_brake_id, order_number, standing`)
  const sheetColumns = `sheet_id AS sheetId, day, order_number AS orderNumber, sheet_no AS sheetNo, title,
    customer_name AS customerName, press_brake_id AS brakeId, quantity, standing, bent_at AS bentAt, rework_count AS reworkCount`

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
    groups: (range: TallyRange): TallyGroup[] => grouped.all(bound(range)),
    /** At most `limit`, those of the first day first, and how many there are. */
    sheets: (range: TallyRange, wanted: SheetsWanted, limit: number): { sheets: TallySheet[]; total: number } => {
      const { day, brakeId, orderNumber, standing } = wanted
      const conditions = [
        ...(day === undefined ? [] : ['day_shown IS @day']),
        ...(brakeId === undefined ? [] : ['press_brake_id IS @brakeId']),
        ...(orderNumber === undefined ? [] : ['order_number = @orderNumber']),
        ...(standing === undefined ? [] : ['standing = @standing']),
        ...(wanted.rework === true ? ['rework = 1'] : []),
      ]
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
      const all = {
        ...bound(range),
        day: day ?? null,
        brakeId: brakeId ?? null,
        orderNumber: orderNumber ?? null,
        standing: standing ?? null,
      }
      const sheets = db
        .prepare<Record<string, string | number | null>, TallySheet>(
          `${laidOver} SELECT ${sheetColumns} FROM shown ${where} ORDER BY day, order_number, sheet_no LIMIT ${limit}`,
        )
        .all(all)
      const total = db
        .prepare<Record<string, string | number | null>, number>(`${laidOver} SELECT count(*) FROM shown ${where}`)
        .pluck()
        .get(all)
      return { sheets, total: total ?? 0 }
    },
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

const bound = ({ from, to, withEarlier, marks, wrong }: TallyRange) => ({
  from,
  to,
  withEarlier: withEarlier ? 1 : 0,
  marks: JSON.stringify(marks.map(({ sheetId, stuck }) => [sheetId, stuck ? 1 : 0])),
  wrong: JSON.stringify(wrong),
})

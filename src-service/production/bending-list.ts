// The bending list of a day (service decision 3): the sheets that are planned for the day, or due on it without a plan. Today's list also has the
// unbent sheets of earlier days. Positions refer to the complete list, so that the list of one brake has the same positions.
import * as z from 'zod'
import { workshopDate } from '../../shared/workshop-api/index.ts'
import { cursorCodec, pageBody } from '../operation/index.ts'
import type { Operation } from '../operation/index.ts'
import type { Connection } from '../store/index.ts'
import { bendingListCsv } from './bending-list-csv.ts'
import type { PressBrakes } from './press-brakes.ts'

interface ListRow {
  day: string
  number: number
  sheet_no: number
  position: number
  entry: Buffer
}

const cursors = cursorCodec('bending list', z.tuple([z.string(), z.int(), z.int()]))

/** Default: today. Throws a 400 for an unknown machine. As CSV the list is complete; `cursor` and `limit` apply to JSON only. */
export function readBendingList(db: Connection, brakes: PressBrakes): Operation<'readBendingList'> {
  const select = db.prepare<
    [string, number, string, string, string | null, string | null, string, number, number, number],
    ListRow
  >(
    `SELECT day, number, sheet_no, position, entry FROM (
       SELECT s.day, o.number, s.sheet_no, s.press_brake_id, CAST(s.entry AS BLOB) AS entry,
              row_number() OVER (ORDER BY s.day, o.number, s.sheet_no) AS position
       FROM bending_sheet s JOIN work_order o ON o.id = s.order_id
       WHERE s.workshop_id = ? AND s.is_test = ? AND (s.day = ? OR (s.day < ? AND s.bent = 0))
         AND o.status IN ('mottatt', 'i_arbeid') AND o.forwarded_at IS NULL)
     WHERE (? IS NULL OR press_brake_id = ?) AND (day, number, sheet_no) > (?, ?, ?)
     ORDER BY position LIMIT ?`,
  )
  return ({ accessScope, nowMs, query }) => {
    const today = workshopDate(nowMs)
    const date = query.date ?? today
    const isCsv = query.format === 'csv'
    const after = query.cursor === undefined || isCsv ? null : cursors.read(query.cursor)
    const brake = query.pressBrakeId ?? null
    if (brake !== null) brakes.require(accessScope.workshopId, brake)
    const rows = select.all(
      accessScope.workshopId,
      accessScope.isTest,
      date,
      // Only today's list has sheets of earlier days. No day is before the empty text.
      date === today ? date : '',
      brake,
      brake,
      after?.[0] ?? '',
      after?.[1] ?? 0,
      after?.[2] ?? 0,
      isCsv ? -1 : query.limit + 1,
    )
    if (isCsv) {
      const csv = bendingListCsv(rows.map((row) => entryOf(row).toString()))
      return { body: csv, contentType: 'text/csv; charset=utf-8', fileName: `kanteliste-${date}.csv` }
    }
    return { body: pageBody({ rows, limit: query.limit, bodyOf: entryOf, cursorAfter }, `"date":"${date}",`) }
  }
}

/** Inserts the position after the opening brace of the stored entry. */
function entryOf({ position, entry }: ListRow): Buffer {
  return Buffer.concat([Buffer.from(`{"position":${position},`), entry.subarray(1)])
}

function cursorAfter({ day, number, sheet_no }: ListRow): string {
  return cursors.write([day, number, sheet_no])
}

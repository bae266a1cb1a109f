// Sums what the store tells of sheets and pieces per brake, per order, per day and in all. Each sheet and each piece counts once in each, so
// that the three ways of summing come to the same. Pure.
import {
  noCounts,
  type OversightAgreement,
  type OversightCounts,
  type OversightView,
  type SheetStanding,
} from '../../shared/station-api/index.ts'
import { addDays } from '../../shared/workshop-api/index.ts'
import type { OrderName, TallyRow, ToldDay } from '../cache/cache.ts'
import type { UndeliveredMark } from '../outbox/index.ts'
import type { MadePieces } from './oversight-pieces.ts'

/** A sheet with where it stands. */
export interface StandingSheet extends TallyRow {
  standing: SheetStanding
}

/** What this station knows besides: its marks that are not delivered, by sheet, and sheets whose drawing is reported wrong. */
export interface LaidOver {
  marks: ReadonlyMap<string, 'marked' | 'stuck'>
  wrong: ReadonlySet<string>
}

/** A mark that is on its way for longer is looked at by a person, unless it waits for the service's limits: it goes out by itself then. */
export const stuckAfterMs = 4 * 3_600_000
const needsPerson: ReadonlySet<UndeliveredMark['state']> = new Set([
  'conflict',
  'bent_elsewhere',
  'parked',
  'rework_wanted',
])

/** `isLimited`: nothing goes out before the service's limits let it. */
export function isStuck({ state, markedAt, dueAt }: UndeliveredMark, now: number, isLimited: boolean): boolean {
  if (needsPerson.has(state)) return true
  const waits = isLimited || (state === 'waiting' && dueAt !== null && dueAt > now)
  return !waits && now - markedAt > stuckAfterMs
}

/** Null: it is on no list any more, and nothing of this station's waits for it. */
export function standingOf(row: TallyRow, { marks, wrong }: LaidOver): SheetStanding | null {
  const mark = marks.get(row.sheetId)
  if (mark !== undefined) return mark
  if (!row.isListed) return null
  if (row.isBent) return 'bent'
  if (wrong.has(row.sheetId) || row.approval === 'change_requested') return 'wrong'
  return row.approval === 'awaiting' ? 'waiting' : 'left'
}

export const isRework = ({ isBent, reworkCount }: TallyRow): boolean => !isBent && reworkCount > 0

export interface OversightFound {
  from: string
  to: string
  today: string
  knownFrom: string | null
  sheets: readonly StandingSheet[]
  /** Of sheets of any day; those of other days than the range's are left out. */
  pieces: readonly (MadePieces & { orderNumber: string | null })[]
  told: readonly ToldDay[]
  brakes: readonly { id: string; name: string }[]
  orders: readonly OrderName[]
  stuckAfterMinutes: number
}

export function oversightSums(found: OversightFound): OversightView {
  const { from, to, today, sheets } = found
  const pieces = found.pieces.filter(({ day }) => day >= from && day <= to)
  const total = noCounts()
  const days = new Map<string | null, OversightCounts>()
  const brakes = new Map<string | null, OversightCounts>()
  const orders = new Map<string | null, OversightCounts>()
  for (const sheet of sheets) {
    addSheet(total, sheet)
    addSheet(under(days, sheet.day < from ? null : sheet.day), sheet)
    addSheet(under(brakes, sheet.brakeId), sheet)
    addSheet(under(orders, sheet.orderNumber), sheet)
  }
  for (const made of pieces)
    for (const counts of [total, under(days, made.day), under(brakes, made.brakeId), under(orders, made.orderNumber)])
      counts[made.kind] += made.pieces

  const names = new Map(found.orders.map((order) => [order.orderNumber, order]))
  const told = new Map(found.told.map((day) => [day.date, day]))
  const earlier = days.get(null)
  const listed = Map.groupBy(sheets, ({ day }) => day)
  // today's list has what is unbent of the days before, too
  listed.set(
    today,
    sheets.filter(({ day, isBent }) => day === today || (day < today && !isBent)),
  )
  return {
    from,
    to,
    today,
    knownFrom: found.knownFrom,
    total,
    brakes: inOrderOf(found.brakes, brakes),
    orders: [...orders]
      .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? '', 'en'))
      .map(([orderNumber, counts]) => {
        const name = orderNumber === null ? undefined : names.get(orderNumber)
        return { orderNumber, title: name?.title ?? '', customerName: name?.customerName ?? '', counts }
      }),
    days: [
      ...(earlier === undefined ? [] : [{ date: null, counts: earlier, agreement: null }]),
      ...datesFrom(from, to).map((date) => ({
        date,
        counts: days.get(date) ?? noCounts(),
        agreement: agreementOf(told.get(date), listed.get(date) ?? []),
      })),
    ],
    stuckAfterMinutes: found.stuckAfterMinutes,
  }
}

/** The workshop's own order; brakes that it names no more, and sheets without one, stand at the end. */
function inOrderOf(
  known: OversightFound['brakes'],
  brakes: ReadonlyMap<string | null, OversightCounts>,
): OversightView['brakes'] {
  const others = [...brakes.keys()].filter((id) => !known.some((brake) => brake.id === id))
  const ids = [...known.map(({ id }) => id), ...others.toSorted((a, b) => Number(a === null) - Number(b === null))]
  return ids.map((brakeId) => ({
    brakeId,
    name: known.find(({ id }) => id === brakeId)?.name ?? null,
    counts: brakes.get(brakeId) ?? noCounts(),
  }))
}

/** `sheets`: those that belong on that day's list. */
function agreementOf(told: ToldDay | undefined, sheets: readonly StandingSheet[]): OversightAgreement | null {
  if (told === undefined) return null
  const unbent = sheets.filter(({ isBent }) => !isBent)
  const marked = unbent.filter(({ standing }) => standing === 'marked').length
  const stuck = unbent.filter(({ standing }) => standing === 'stuck').length
  const { readAt, bent, waiting, malformed } = told
  return {
    readAt,
    service: { sheets: told.sheets + malformed, bent, waiting },
    here: {
      sheets: sheets.length,
      bent: sheets.length - unbent.length + marked + stuck,
      waiting: unbent.filter(({ approval }) => approval === 'awaiting').length,
    },
    marked,
    stuck,
    malformed,
  }
}

function under<Key>(sums: Map<Key, OversightCounts>, key: Key): OversightCounts {
  const known = sums.get(key)
  if (known !== undefined) return known
  const counts = noCounts()
  sums.set(key, counts)
  return counts
}

function addSheet(counts: OversightCounts, sheet: StandingSheet): void {
  counts.sheets += 1
  counts[sheet.standing] += 1
  counts.pieces += sheet.quantity
  counts.bentPieces += sheet.bentQuantity
  if (isRework(sheet)) counts.rework += 1
}

export function datesFrom(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

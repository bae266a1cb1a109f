// Sums sheets and pieces per brake, per order, per day and in total. Each sheet and each piece counts once in each, so the three sums are
// equal. Pure.
import { hourMs } from '../../../shared/base/durations.ts'
import {
  emptyCounts,
  type OversightAgreement,
  type OversightCounts,
  type OversightDay,
  type OversightView,
  type SheetStanding,
} from '../../../shared/station-api/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import type { ListCounts, OrderName, TallyRow } from '../../cache/index.ts'
import type { UndeliveredMark } from '../../ledger/index.ts'
import type { MadePieces } from './oversight-pieces.ts'

/** A sheet with its standing. */
export interface StandingSheet extends TallyRow {
  standing: SheetStanding
}

/** The data of this station: its undelivered marks by sheet, and the sheets whose drawing is reported wrong. */
export interface StationKnowledge {
  marks: ReadonlyMap<string, 'marked' | 'stuck'>
  wrong: ReadonlySet<string>
}

/** A mark that is undelivered for longer needs a person, unless it waits for the service's limits, after which it is sent automatically. */
export const stuckAfterMs = 4 * hourMs
/** The states of a mark that wait for a person. */
export const needsPerson: ReadonlySet<string> = new Set<UndeliveredMark['state']>([
  'conflict',
  'bent_elsewhere',
  'parked',
  'rework_wanted',
])

/** `isLimited`: the service's limits delay the whole queue. */
export function isStuck({ state, markedAt, dueAt }: UndeliveredMark, now: number, isLimited: boolean): boolean {
  if (needsPerson.has(state)) return true
  const waits = isLimited || (state === 'waiting' && dueAt !== null && dueAt > now)
  return !waits && now - markedAt > stuckAfterMs
}

/** Null: the sheet is on no list, and this station has no undelivered mark for it. */
export function standingOf(row: TallyRow, { marks, wrong }: StationKnowledge): SheetStanding | null {
  const mark = marks.get(row.sheetId)
  if (mark !== undefined) return mark
  if (!row.isListed) return null
  if (row.isBent) return 'bent'
  if (wrong.has(row.sheetId) || row.approval === 'change_requested') return 'wrong'
  return row.approval === 'awaiting' ? 'waiting' : 'left'
}

export const isRework = ({ isBent, reworkCount }: TallyRow): boolean => !isBent && reworkCount > 0

export interface OversightData {
  from: string
  to: string
  today: string
  knownFrom: string | null
  sheets: readonly StandingSheet[]
  /** Pieces outside the range are ignored. */
  pieces: readonly (MadePieces & { orderNumber: string | null })[]
  listCounts: readonly ListCounts[]
  /** The other station that first read the list of a day. */
  readElsewhere: ReadonlyMap<string, NonNullable<OversightDay['readElsewhere']>>
  brakes: readonly { id: string; name: string }[]
  orders: readonly OrderName[]
  stuckAfterMinutes: number
}

export function oversightSums(data: OversightData): OversightView {
  const { from, to, today, sheets } = data
  const pieces = data.pieces.filter(({ day }) => day >= from && day <= to)
  const total = emptyCounts()
  const days = new Map<string | null, OversightCounts>()
  const brakes = new Map<string | null, OversightCounts>()
  const orders = new Map<string | null, OversightCounts>()
  for (const sheet of sheets) {
    addSheet(total, sheet)
    addSheet(under(days, sheet.day < from ? null : sheet.day), sheet)
    addSheet(under(brakes, sheet.brakeId), sheet)
    addSheet(under(orders, sheet.orderNumber), sheet)
  }
  for (const bentPieces of pieces)
    for (const counts of [
      total,
      under(days, bentPieces.day),
      under(brakes, bentPieces.brakeId),
      under(orders, bentPieces.orderNumber),
    ])
      counts[bentPieces.kind] += bentPieces.pieces

  const names = new Map(data.orders.map((order) => [order.orderNumber, order]))
  const listCounts = new Map(data.listCounts.map((day) => [day.date, day]))
  const earlier = days.get(null)
  const listed = Map.groupBy(sheets, ({ day }) => day)
  // today's list also has the unbent sheets of the days before
  listed.set(
    today,
    sheets.filter(({ day, isBent }) => day === today || (day < today && !isBent)),
  )
  return {
    from,
    to,
    today,
    firstKnownDay: data.knownFrom,
    total,
    brakes: inOrderOf(data.brakes, brakes),
    orders: [...orders]
      .toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? '', 'en'))
      .map(([orderNumber, counts]) => {
        const name = orderNumber === null ? undefined : names.get(orderNumber)
        return { orderNumber, title: name?.title ?? '', customerName: name?.customerName ?? '', counts }
      }),
    days: [
      ...(earlier === undefined ? [] : [{ date: null, counts: earlier, agreement: null, readElsewhere: null }]),
      ...datesFrom(from, to).map((date) => ({
        date,
        counts: days.get(date) ?? emptyCounts(),
        agreement: agreementOf(listCounts.get(date), listed.get(date) ?? []),
        readElsewhere: listCounts.has(date) ? null : (data.readElsewhere.get(date) ?? null),
      })),
    ],
    stuckAfterMinutes: data.stuckAfterMinutes,
  }
}

/** The brakes in the workshop's order; brakes that it no longer has, and sheets without a brake, come last. */
function inOrderOf(
  workshopBrakes: OversightData['brakes'],
  brakes: ReadonlyMap<string | null, OversightCounts>,
): OversightView['brakes'] {
  const others = [...brakes.keys()].filter((id) => !workshopBrakes.some((brake) => brake.id === id))
  const ids = [
    ...workshopBrakes.map(({ id }) => id),
    ...others.toSorted((a, b) => Number(a === null) - Number(b === null)),
  ]
  return ids.map((brakeId) => ({
    brakeId,
    name: workshopBrakes.find(({ id }) => id === brakeId)?.name ?? null,
    counts: brakes.get(brakeId) ?? emptyCounts(),
  }))
}

/** `sheets`: the sheets that that day's list should have. */
function agreementOf(counts: ListCounts | undefined, sheets: readonly StandingSheet[]): OversightAgreement | null {
  if (counts === undefined) return null
  const unbent = sheets.filter(({ isBent }) => !isBent)
  const marked = unbent.filter(({ standing }) => standing === 'marked').length
  const stuck = unbent.filter(({ standing }) => standing === 'stuck').length
  const { readAt, bent, waiting, malformed } = counts
  const readAtMs = Date.parse(readAt)
  return {
    readAt,
    service: { sheets: counts.sheets + malformed, bent, waiting },
    station: {
      sheets: sheets.length,
      bent: sheets.length - unbent.length + marked + stuck,
      waiting: unbent.filter(({ approval }) => approval === 'awaiting').length,
    },
    marked,
    stuck,
    bentSince: sheets.filter(({ bentAt }) => bentAt !== null && Date.parse(bentAt) > readAtMs).length,
    malformed,
  }
}

function under<Key>(sums: Map<Key, OversightCounts>, key: Key): OversightCounts {
  const existing = sums.get(key)
  if (existing !== undefined) return existing
  const counts = emptyCounts()
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

/** Both ends are included. Empty where `to` is before `from`. */
export function datesFrom(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

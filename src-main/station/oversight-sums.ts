// Sums what the store tells of sheets and pieces per brake, per order, per day and in all. Each sheet and each piece is in one group, so
// that the three ways of summing come to the same. Pure.
import type { OversightAgreement, OversightCounts, OversightView } from '../../shared/station-api/index.ts'
import { addDays } from '../../shared/workshop-api/index.ts'
import type { OrderName, TallyGroup, ToldDay } from '../cache/cache.ts'
import type { MadePieces } from './oversight-pieces.ts'

export interface OversightFound {
  from: string
  to: string
  today: string
  knownFrom: string | null
  groups: readonly TallyGroup[]
  /** Of sheets of any day; those of other days than the range's are left out. */
  pieces: readonly (MadePieces & { orderNumber: string | null })[]
  told: readonly ToldDay[]
  brakes: readonly { id: string; name: string }[]
  orders: readonly OrderName[]
  stuckAfterMinutes: number
}

export function oversightSums(found: OversightFound): OversightView {
  const { from, to, today, groups } = found
  const pieces = found.pieces.filter(({ day }) => day >= from && day <= to)
  const total = noCounts()
  const days = new Map<string | null, OversightCounts>()
  const brakes = new Map<string | null, OversightCounts>()
  const orders = new Map<string | null, OversightCounts>()
  for (const group of groups)
    for (const counts of [
      total,
      under(days, group.day),
      under(brakes, group.brakeId),
      under(orders, group.orderNumber),
    ])
      addGroup(counts, group)
  for (const made of pieces)
    for (const counts of [total, under(days, made.day), under(brakes, made.brakeId), under(orders, made.orderNumber)])
      counts[made.kind] += made.pieces

  const names = new Map(found.orders.map((order) => [order.orderNumber, order]))
  const told = new Map(found.told.map((day) => [day.date, day]))
  const earlier = days.get(null)
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
        agreement: agreementOf(told.get(date), groups, date === today),
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

/** What belongs on that day's list: its own sheets, and on today's also what is unbent of the days before. */
function agreementOf(
  told: ToldDay | undefined,
  groups: readonly TallyGroup[],
  isToday: boolean,
): OversightAgreement | null {
  if (told === undefined) return null
  const here = { sheets: 0, bent: 0, waiting: 0 }
  let marked = 0
  let stuck = 0
  for (const group of groups) {
    const isOwn = group.day === told.date
    if (!isOwn && !(isToday && (group.day === null || group.day < told.date))) continue
    const unbent = group.sheets - group.bentThere
    here.sheets += isOwn ? group.sheets : unbent
    here.waiting += group.waitingThere
    if (isOwn) here.bent += group.bentThere
    if (group.standing === 'marked') marked += unbent
    if (group.standing === 'stuck') stuck += unbent
  }
  here.bent += marked + stuck
  const { readAt, sheets, bent, waiting, malformed } = told
  return { readAt, service: { sheets: sheets + malformed, bent, waiting }, here, marked, stuck, malformed }
}

const noCounts = (): OversightCounts => ({
  sheets: 0,
  bent: 0,
  marked: 0,
  stuck: 0,
  wrong: 0,
  waiting: 0,
  left: 0,
  rework: 0,
  pieces: 0,
  bentPieces: 0,
  good: 0,
  test: 0,
  scrap: 0,
  rebend: 0,
})

function under<Key>(sums: Map<Key, OversightCounts>, key: Key): OversightCounts {
  const known = sums.get(key)
  if (known !== undefined) return known
  const counts = noCounts()
  sums.set(key, counts)
  return counts
}

function addGroup(counts: OversightCounts, group: TallyGroup): void {
  counts.sheets += group.sheets
  counts[group.standing] += group.sheets
  counts.rework += group.rework
  counts.pieces += group.pieces
  counts.bentPieces += group.bentPieces
}

function datesFrom(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

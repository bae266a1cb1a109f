// The overview calls of the fake station: the data that a test sets, otherwise an ordinary week.
import {
  emptyCounts,
  oversightSheet,
  type CallIn,
  type OversightAct,
  type OversightCounts,
  type OversightSheet,
  type OversightView,
  type Station,
} from '../../../../shared/station-api/index.ts'
import { addDays } from '../../../../shared/workshop-api/index.ts'
import { brakes } from './sandbox-day.ts'

export interface FakeOversight {
  view: (range: CallIn<'oversight.read'>) => OversightView
  /** Null: as many sheets as the view counts. */
  sheets: OversightSheet[] | null
  acts: OversightAct[]
  /** The dates that the service was asked for. */
  askedDates: string[]
  /** `oversight.ask` answers after this promise; null: at once. */
  askDelay: Promise<void> | null
}

type OversightCall = `oversight.${'read' | 'sheets' | 'acts' | 'ask' | 'export'}`

export const newFakeOversight = (today: string): FakeOversight => ({
  view: (range) => workedWeek(range, today),
  sheets: null,
  acts: [],
  askedDates: [],
  askDelay: null,
})

export const fakeOversight = (
  data: () => FakeOversight,
  admit: (name: string) => void,
): Pick<Station['handlers'], OversightCall> => ({
  'oversight.read': (range) => {
    admit('oversight.read')
    return data().view(range)
  },
  'oversight.sheets': ({ range, filter }) => {
    admit('oversight.sheets')
    const all = data().sheets ?? sheetsOf(data().view(range))
    const sheets = all.filter(isWanted(filter, range))
    return { sheets, total: sheets.length }
  },
  'oversight.acts': () => {
    admit('oversight.acts')
    return { acts: data().acts, isAll: true }
  },
  'oversight.ask': async ({ date }) => {
    admit('oversight.ask')
    data().askedDates.push(date)
    await data().askDelay
    return {}
  },
  'oversight.export': () => {
    admit('oversight.export')
    return { files: ['/home/verksted/Kant/exports/Oversikt.csv'] }
  },
})

/** As the station selects: sheets of days before the range are its sheets without a day. */
const isWanted =
  (
    { day, brakeId, orderNumber, standing, rework }: CallIn<'oversight.sheets'>['filter'],
    { from }: CallIn<'oversight.read'>,
  ) =>
  (sheet: OversightSheet): boolean =>
    (day === undefined || (sheet.day < from ? null : sheet.day) === day) &&
    (brakeId === undefined || sheet.brakeId === brakeId) &&
    (orderNumber === undefined || sheet.orderNumber === orderNumber) &&
    (standing === undefined || sheet.standing === standing) &&
    (rework === undefined || sheet.reworkCount > 0)

export const countsOf = (change: Partial<OversightCounts>): OversightCounts => ({ ...emptyCounts(), ...change })

const sumOf = (all: readonly OversightCounts[]): OversightCounts => {
  const sum = countsOf({})
  for (const counts of all) for (const key of keysOf(sum)) sum[key] += counts[key]
  return sum
}
const keysOf = (counts: OversightCounts): (keyof OversightCounts)[] =>
  Object.keys(counts).filter((key): key is keyof OversightCounts => key in counts)

function datesFrom(first: string, last: string): string[] {
  const dates: string[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** A week on the machines of the sandbox. One day was never read, and for one day the service has other counts. */
function workedWeek({ from, to }: CallIn<'oversight.read'>, today: string): OversightView {
  const dates = datesFrom(from, to)
  const days = dates.map((date, index) => {
    const isPast = date < today
    const isRead = index !== 1 || dates.length < 3
    const counts = !isRead
      ? countsOf({})
      : isPast
        ? countsOf({ sheets: 9 + (index % 4), bent: 9 + (index % 4), pieces: 96, bentPieces: 96, good: 90, scrap: 3 })
        : countsOf({
            sheets: 14,
            bent: 4,
            marked: 2,
            stuck: 1,
            wrong: 1,
            waiting: 2,
            left: 4,
            rework: 1,
            pieces: 130,
            bentPieces: 41,
            good: 38,
            test: 2,
            scrap: 1,
            rebend: 1,
          })
    const bent = counts.bent + counts.marked + counts.stuck
    const service = { sheets: counts.sheets, bent: isPast ? counts.bent : counts.bent - 1, waiting: counts.waiting }
    const agreement = {
      readAt: `${date}T09:41:00.000Z`,
      service,
      station: { ...service, bent },
      marked: counts.marked,
      stuck: counts.stuck,
      bentSince: 0,
      malformed: 0,
    }
    return { date, counts, agreement: isRead ? agreement : null, readElsewhere: null }
  })
  const earlier = {
    date: null,
    counts: countsOf({ sheets: 2, left: 2, pieces: 16 }),
    agreement: null,
    readElsewhere: null,
  }
  const all = from <= today && today <= to ? [earlier, ...days] : days
  const total = sumOf(all.map(({ counts }) => counts))
  const half = (part: (count: number) => number): OversightCounts => {
    const counts = countsOf({})
    for (const key of keysOf(counts)) counts[key] = part(total[key])
    return counts
  }
  const [first, second] = brakes
  return {
    from,
    to,
    today,
    firstKnownDay: from,
    total,
    brakes: [
      { brakeId: first?.id ?? null, name: first?.name ?? null, counts: half((count) => Math.ceil(count / 2)) },
      { brakeId: second?.id ?? null, name: second?.name ?? null, counts: half((count) => Math.floor(count / 2)) },
    ],
    orders: [
      {
        orderNumber: 'T-000012',
        title: 'Vindusbeslag fasade sør',
        customerName: 'Blikkenslager Berg AS',
        counts: half((count) => Math.ceil(count / 2)),
      },
      {
        orderNumber: 'T-000014',
        title: 'Mønebeslag',
        customerName: 'Tak og Fasade Nord AS',
        counts: half((count) => Math.floor(count / 2)),
      },
    ],
    days: all,
    stuckAfterMinutes: 240,
  }
}

/** One sheet for each that the view counts, so that each figure of the table opens as many sheets as it shows. */
function sheetsOf({ days, orders, brakes: machines, from }: OversightView): OversightSheet[] {
  return oversightSheet.shape.standing.options.flatMap((standing, standingNo) =>
    days
      .flatMap(({ date, counts }) =>
        Array.from({ length: counts[standing] }, (_, index) => ({
          day: date ?? addDays(from, -1),
          isRework: standing === 'left' && index < counts.rework,
        })),
      )
      .map(({ day, isRework }, index) => {
        const order = orders[index % orders.length]
        return {
          sheetId: `00000000-0000-4000-8000-${standingNo}${String(index).padStart(11, '0')}`,
          day,
          orderNumber: order?.orderNumber ?? '',
          sheetNo: index + 1,
          title: order?.title ?? '',
          customerName: order?.customerName ?? '',
          brakeId: machines[index % machines.length]?.brakeId ?? null,
          quantity: 4,
          standing,
          isHandedOver: false,
          bentAt: standing === 'bent' ? `${day}T08:00:00.000Z` : null,
          reworkCount: isRework ? 1 : 0,
        }
      }),
  )
}

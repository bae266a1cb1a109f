// What the calls about counts over days do, on the stores and, where the service is asked, on the network. A refusal is a CallError.
import { join } from 'node:path'
import {
  CallError,
  type CallIn,
  type OversightView,
  type OversightWanted,
  type Station,
} from '../../shared/station-api/index.ts'
import { addDays, startOfDay } from '../../shared/workshop-api/index.ts'
import type { Cache, ReadList, TallyRow } from '../cache/cache.ts'
import { oversightFiles, speechIn, type Sentences } from '../exports/index.ts'
import type { Outbox, QueueView } from '../outbox/index.ts'
import { writeFileWhole } from '../platform/write-file-whole.ts'
import { madePieces, type MadePieces } from './oversight-pieces.ts'
import {
  datesFrom,
  isRework,
  isStuck,
  oversightSums,
  standingOf,
  stuckAfterMs,
  type LaidOver,
  type StandingSheet,
} from './oversight-sums.ts'

export interface OversightParts {
  cache: Pick<Cache, 'tally' | 'brakes' | 'sheetOf'>
  outbox: {
    oversight: Outbox['oversight']
    deviations: Pick<Outbox['deviations'], 'open'>
    work: Pick<Outbox['work'], 'away'>
  }
  /** Milliseconds since 1970. */
  now: () => number
  today: () => string
  /** Of the marks. */
  queue: () => QueueView
  /** The whole of a day's list, read from the service now. */
  readList: (date: string) => Promise<{ ok: true; value: ReadList } | { ok: false }>
  sentences: (language: 'nb' | 'en') => Sentences
  exportFolder: string
}

type OversightCall = `oversight.${'read' | 'sheets' | 'acts' | 'ask' | 'export'}`
type Range = CallIn<'oversight.read'>

const sheetsListed = 500
const actsListed = 500

export function createOversightHandlers(parts: OversightParts): Pick<Station['handlers'], OversightCall> {
  const { cache, outbox } = parts

  const laidOver = (): LaidOver => {
    const now = parts.now()
    const { problem } = parts.queue()
    const isLimited = problem?.code === 'day_limit' || problem?.code === 'rate_limited'
    const marks = new Map<string, 'marked' | 'stuck'>()
    // of several marks of one sheet the newest is the last word
    for (const mark of outbox.oversight.undelivered())
      marks.set(mark.sheetId, isStuck(mark, now, isLimited) ? 'stuck' : 'marked')
    return { marks, wrong: new Set(outbox.deviations.open().map(({ sheetId }) => sheetId)) }
  }
  const sheetsIn = async ({ from, to }: Range): Promise<StandingSheet[]> => {
    const laid = laidOver()
    const today = parts.today()
    const sheets: StandingSheet[] = []
    const add = (rows: readonly TallyRow[]): void => {
      for (const row of rows) {
        const standing = standingOf(row, laid)
        if (standing !== null) sheets.push({ ...row, standing })
      }
    }
    if (from <= today && today <= to) add(cache.tally.unbentBefore(from))
    for (const date of datesFrom(from, to)) {
      add(cache.tally.ofDay(date))
      await turn()
    }
    return sheets
  }
  /** As the day's list says: of another drawing, and of a sheet that is bent or marked since, nothing is away. */
  const awayOf = (): ((sheet: StandingSheet) => boolean) => {
    const away = new Map(outbox.work.away().map((bending) => [bending.sheetId, bending]))
    return ({ sheetId, reworkCount, standing }) => {
      const gone = away.get(sheetId)
      if (gone?.reworkCount !== reworkCount || (standing !== 'left' && standing !== 'waiting')) return false
      return (cache.sheetOf(sheetId).sheet?.drawingVersion ?? gone.drawingVersion) === gone.drawingVersion
    }
  }
  const ordersOf = (
    sheetIds: readonly string[],
    listed: readonly StandingSheet[] = [],
  ): ((sheetId: string) => string | null) => {
    const known = new Map(listed.map(({ sheetId, orderNumber }) => [sheetId, orderNumber]))
    const others = sheetIds.filter((sheetId) => !known.has(sheetId))
    for (const { sheetId, orderNumber } of cache.tally.ordersOf(others)) known.set(sheetId, orderNumber)
    return (sheetId) => {
      const order = known.get(sheetId) ?? outbox.oversight.orderOf(sheetId)
      if (order !== null) known.set(sheetId, order)
      return order
    }
  }
  const read = async (range: Range): Promise<OversightView> => {
    const { from, to } = range
    const made: MadePieces[] = []
    await outbox.oversight.bookedOn(startOfDay(from), startOfDay(addDays(to, 1)), async (booked) => {
      made.push(...madePieces(booked, outbox.oversight.splitOfJob))
      await turn()
    })
    const sheets = await sheetsIn(range)
    const orderOf = ordersOf([...new Set(made.map(({ sheetId }) => sheetId))], sheets)
    const pieces = made.map((one) => ({ ...one, orderNumber: orderOf(one.sheetId) }))
    await turn()
    const numbers = new Set(sheets.map(({ orderNumber }) => orderNumber))
    for (const { orderNumber } of pieces) if (orderNumber !== null) numbers.add(orderNumber)
    const orders = cache.tally.named([...numbers])
    await turn()
    return oversightSums({
      from,
      to,
      today: parts.today(),
      knownFrom: cache.tally.knownFrom(),
      sheets,
      pieces,
      told: cache.tally.told(from, to),
      brakes: cache.brakes(),
      orders,
      stuckAfterMinutes: stuckAfterMs / 60_000,
    })
  }

  return {
    'oversight.read': read,
    'oversight.sheets': async ({ range, wanted }) => {
      const found = (await sheetsIn(range)).filter(isWanted(wanted, range))
      const shown = found
        .toSorted((a, b) => (a.day + a.orderNumber).localeCompare(b.day + b.orderNumber, 'en'))
        .slice(0, sheetsListed)
      const bySheet = new Intl.Collator('en', { numeric: true })
      const isAway = awayOf()
      const named = new Map(cache.tally.sheetsOf(shown.map(({ sheetId }) => sheetId)).map((one) => [one.sheetId, one]))
      return {
        sheets: shown
          .flatMap((sheet) => {
            const { sheetId, day, orderNumber, brakeId, quantity, standing, reworkCount } = sheet
            const more = named.get(sheetId)
            const counted = { day, orderNumber, brakeId, quantity, standing, reworkCount, isAway: isAway(sheet) }
            return more === undefined ? [] : [{ ...more, ...counted }]
          })
          .toSorted((a, b) => bySheet.compare(placeOf(a), placeOf(b))),
        total: found.length,
      }
    },
    'oversight.acts': ({ from, to }) => {
      const found = outbox.oversight.acts(startOfDay(from), startOfDay(addDays(to, 1)), actsListed + 1)
      const acts = found.slice(0, actsListed)
      const sheetIds = acts.map(({ sheetId }) => sheetId)
      const orderOf = ordersOf(sheetIds)
      const numbers = new Map(cache.tally.sheetsOf(sheetIds).map(({ sheetId, sheetNo }) => [sheetId, sheetNo]))
      return {
        acts: acts.map((act) => ({
          ...act,
          at: new Date(act.at).toISOString(),
          orderNumber: orderOf(act.sheetId),
          sheetNo: numbers.get(act.sheetId) ?? null,
        })),
        isAll: found.length <= actsListed,
      }
    },
    'oversight.ask': async ({ date }) => {
      const answer = await parts.readList(date)
      if (!answer.ok) throw new CallError('service_not_reached', `the list of ${date} could not be read`)
      const { malformed, ...list } = answer.value
      cache.tally.putList({ ...list, malformed: malformed.length }, { isToday: date === parts.today() })
      return {}
    },
    'oversight.export': async ({ range, language }) => {
      const view = await read(range)
      const speech = speechIn(language, parts.sentences(language))
      const files = oversightFiles(view, speech).map(({ name, text }) => ({
        path: join(parts.exportFolder, name),
        text,
      }))
      for (const { path, text } of files) writeFileWhole(path, text)
      return { files: files.map(({ path }) => path) }
    },
  }
}

/** Day by day, order by order, sheet by sheet. */
const placeOf = ({ day, orderNumber, sheetNo }: { day: string; orderNumber: string; sheetNo: number }): string =>
  `${day} ${orderNumber} ${sheetNo}`

const isWanted =
  ({ day, brakeId, orderNumber, standing, rework }: OversightWanted, { from }: Range) =>
  (sheet: StandingSheet): boolean =>
    (day === undefined || (sheet.day < from ? null : sheet.day) === day) &&
    (brakeId === undefined || sheet.brakeId === brakeId) &&
    (orderNumber === undefined || sheet.orderNumber === orderNumber) &&
    (standing === undefined || sheet.standing === standing) &&
    (rework === undefined || isRework(sheet))

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

// The handlers of the calls about counts over days. Reads the stores, reads a list from the service on request, and writes the exported
// files. A refusal is a CallError.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { minuteMs } from '../../../shared/base/durations.ts'
import type { Result } from '../../../shared/base/result.ts'
import {
  CallError,
  type CallIn,
  type OversightView,
  type OversightFilter,
  type Station,
} from '../../../shared/station-api/index.ts'
import type { Split } from '../../../shared/planning/index.ts'
import { addDays, startOfDay, type Failure } from '../../../shared/workshop-api/index.ts'
import type { Cache, PulledList, TallyRow } from '../../cache/index.ts'
import { oversightFiles, exportTexts, type Sentences } from '../../exports/index.ts'
import type { Ledger, QueueView } from '../../ledger/index.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import { isStuckElsewhere, madeElsewhere, type MarkElsewhere, type PieceElsewhere } from './oversight-elsewhere.ts'
import { madePieces, type MadePieces } from './oversight-pieces.ts'
import {
  datesFrom,
  isRework,
  isStuck,
  oversightSums,
  standingOf,
  stuckAfterMs,
  type OversightData,
  type StationKnowledge,
  type StandingSheet,
} from './oversight-sums.ts'

export interface OversightParts {
  cache: Pick<Cache, 'tally' | 'brakes' | 'sheetOf'>
  ledger: {
    oversight: Ledger['oversight']
    deviations: Pick<Ledger['deviations'], 'open'>
    work: Pick<Ledger['work'], 'sheetsHandedOver'>
  }
  /** Milliseconds since 1970. */
  now: () => number
  today: () => string
  /** The queue of marks. */
  queue: () => QueueView
  /** Reads the whole list of a day from the service. */
  readList: (date: string) => Promise<Result<PulledList, Failure>>
  /** What the other stations of the workshop did. */
  elsewhere: {
    openMarks: () => readonly MarkElsewhere[]
    stops: () => readonly { sheet: string }[]
    piecesOn: (from: string, to: string) => readonly { fact: PieceElsewhere }[]
    splitOf: (sheetId: string) => Split | null
    /** The station that first read the list of a day. */
    readDays: (from: string, to: string) => OversightData['readElsewhere']
  }
  /** The list of a day is stored. */
  onDayRead: () => void
  sentences: (language: 'nb' | 'en') => Sentences
  exportFolder: string
}

type OversightCall = `oversight.${'read' | 'sheets' | 'acts' | 'ask' | 'export'}`
type Range = CallIn<'oversight.read'>

const maxSheets = 500
const maxActs = 500

export function createOversightHandlers(parts: OversightParts): Pick<Station['handlers'], OversightCall> {
  const { cache, ledger } = parts
  return {
    'oversight.read': (range) => readOversight(parts, range),
    'oversight.sheets': async ({ range, filter }) => {
      const matching = (await sheetsIn(parts, range)).filter(isWanted(filter, range))
      const shown = matching
        .toSorted((a, b) => (a.day + a.orderNumber).localeCompare(b.day + b.orderNumber, 'en'))
        .slice(0, maxSheets)
      const bySheet = new Intl.Collator('en', { numeric: true })
      const isHandedOver = handedOverReader(parts)
      const named = new Map(cache.tally.sheetsOf(shown.map(({ sheetId }) => sheetId)).map((one) => [one.sheetId, one]))
      return {
        sheets: shown
          .flatMap((sheet) => {
            const { sheetId, day, orderNumber, brakeId, quantity, standing, reworkCount } = sheet
            const more = named.get(sheetId)
            const counted = {
              day,
              orderNumber,
              brakeId,
              quantity,
              standing,
              reworkCount,
              isHandedOver: isHandedOver(sheet),
            }
            return more === undefined ? [] : [{ ...more, ...counted }]
          })
          .toSorted((a, b) => bySheet.compare(placeOf(a), placeOf(b))),
        total: matching.length,
      }
    },
    'oversight.acts': ({ from, to }) => {
      const stored = ledger.oversight.acts(startOfDay(from), startOfDay(addDays(to, 1)), maxActs + 1)
      const acts = stored.slice(0, maxActs)
      const sheetIds = acts.map(({ sheetId }) => sheetId)
      const orderOf = orderReader(parts, sheetIds)
      const numbers = new Map(cache.tally.sheetsOf(sheetIds).map(({ sheetId, sheetNo }) => [sheetId, sheetNo]))
      return {
        acts: acts.map(({ what, why, actedAtMs, ...act }) => ({
          ...act,
          code: what,
          reason: why,
          actedAt: new Date(actedAtMs).toISOString(),
          orderNumber: orderOf(act.sheetId),
          sheetNo: numbers.get(act.sheetId) ?? null,
        })),
        isAll: stored.length <= maxActs,
      }
    },
    'oversight.ask': async ({ date }) => {
      const response = await parts.readList(date)
      if (!response.ok) throw new CallError('service_not_reached', `the list of ${date} could not be read`)
      const { malformed, ...list } = response.value
      cache.tally.putList({ ...list, malformed: malformed.length }, { isToday: date === parts.today() })
      parts.onDayRead()
      return {}
    },
    'oversight.export': async ({ range, language }) => {
      const view = await readOversight(parts, range)
      const texts = exportTexts(language, parts.sentences(language))
      const files = oversightFiles(view, texts).map(({ name, text }) => ({
        path: join(parts.exportFolder, name),
        text,
      }))
      for (const { path, text } of files) writeFileWhole(path, text)
      return { files: files.map(({ path }) => path) }
    },
  }
}

function stationKnowledge({ ledger, ...parts }: OversightParts): StationKnowledge {
  const now = parts.now()
  const { problem } = parts.queue()
  const isLimited = problem?.code === 'day_limit' || problem?.code === 'rate_limited'
  const marks = new Map<string, 'marked' | 'stuck'>()
  // the newest mark of a sheet counts
  for (const mark of ledger.oversight.undelivered())
    marks.set(mark.sheetId, isStuck(mark, now, isLimited) ? 'stuck' : 'marked')
  // a mark of this station says more about the sheet than one of another
  for (const mark of parts.elsewhere.openMarks())
    if (!marks.has(mark.sheet)) marks.set(mark.sheet, isStuckElsewhere(mark, now) ? 'stuck' : 'marked')
  const wrong = [
    ...ledger.deviations.open().map(({ sheetId }) => sheetId),
    ...parts.elsewhere.stops().map(({ sheet }) => sheet),
  ]
  return { marks, wrong: new Set(wrong) }
}
async function sheetsIn(parts: OversightParts, { from, to }: Range): Promise<StandingSheet[]> {
  const { cache } = parts
  const knowledge = stationKnowledge(parts)
  const today = parts.today()
  const sheets: StandingSheet[] = []
  const add = (rows: readonly TallyRow[]): void => {
    for (const row of rows) {
      const standing = standingOf(row, knowledge)
      if (standing !== null) sheets.push({ ...row, standing })
    }
  }
  if (from <= today && today <= to) add(cache.tally.unbentBefore(from))
  for (const date of datesFrom(from, to)) {
    add(cache.tally.ofDay(date))
    await setImmediate()
  }
  return sheets
}
/** Equal to the day's list: false for another drawing, and for a sheet that was bent or marked after the hand-over. */
function handedOverReader({ cache, ledger }: OversightParts): (sheet: StandingSheet) => boolean {
  const away = new Map(ledger.work.sheetsHandedOver().map((bending) => [bending.sheetId, bending]))
  return ({ sheetId, reworkCount, standing }) => {
    const handOver = away.get(sheetId)
    if (handOver?.reworkCount !== reworkCount || (standing !== 'left' && standing !== 'waiting')) return false
    return (cache.sheetOf(sheetId).sheet?.drawingVersion ?? handOver.drawingVersion) === handOver.drawingVersion
  }
}
function orderReader(
  { cache, ledger }: OversightParts,
  sheetIds: readonly string[],
  listed: readonly StandingSheet[] = [],
): (sheetId: string) => string | null {
  const orders = new Map(listed.map(({ sheetId, orderNumber }) => [sheetId, orderNumber]))
  const others = sheetIds.filter((sheetId) => !orders.has(sheetId))
  for (const { sheetId, orderNumber } of cache.tally.ordersOf(others)) orders.set(sheetId, orderNumber)
  return (sheetId) => {
    const order = orders.get(sheetId) ?? ledger.oversight.orderOf(sheetId)
    if (order !== null) orders.set(sheetId, order)
    return order
  }
}
async function readOversight(parts: OversightParts, range: Range): Promise<OversightView> {
  const { cache, ledger } = parts
  const { from, to } = range
  const bentPieces: MadePieces[] = []
  await ledger.oversight.bookedOn(startOfDay(from), startOfDay(addDays(to, 1)), async (booked) => {
    bentPieces.push(...madePieces(booked, ledger.oversight.splitOfJob))
    await setImmediate()
  })
  const sheets = await sheetsIn(parts, range)
  bentPieces.push(
    ...madeElsewhere(parts.elsewhere, range, new Map(sheets.map(({ sheetId, brakeId }) => [sheetId, brakeId]))),
  )
  const orderOf = orderReader(parts, [...new Set(bentPieces.map(({ sheetId }) => sheetId))], sheets)
  const pieces = bentPieces.map((one) => ({ ...one, orderNumber: orderOf(one.sheetId) }))
  await setImmediate()
  const numbers = new Set(sheets.map(({ orderNumber }) => orderNumber))
  for (const { orderNumber } of pieces) if (orderNumber !== null) numbers.add(orderNumber)
  const orders = cache.tally.named([...numbers])
  await setImmediate()
  return oversightSums({
    from,
    to,
    today: parts.today(),
    knownFrom: cache.tally.knownFrom(),
    sheets,
    pieces,
    listCounts: cache.tally.listCounts(from, to),
    readElsewhere: parts.elsewhere.readDays(from, to),
    brakes: cache.brakes(),
    orders,
    stuckAfterMinutes: stuckAfterMs / minuteMs,
  })
}

/** The sort key: day, order, sheet. */
const placeOf = ({ day, orderNumber, sheetNo }: { day: string; orderNumber: string; sheetNo: number }): string =>
  `${day} ${orderNumber} ${sheetNo}`

const isWanted =
  ({ day, brakeId, orderNumber, standing, rework }: OversightFilter, { from }: Range) =>
  (sheet: StandingSheet): boolean =>
    (day === undefined || (sheet.day < from ? null : sheet.day) === day) &&
    (brakeId === undefined || sheet.brakeId === brakeId) &&
    (orderNumber === undefined || sheet.orderNumber === orderNumber) &&
    (standing === undefined || sheet.standing === standing) &&
    (rework === undefined || isRework(sheet))

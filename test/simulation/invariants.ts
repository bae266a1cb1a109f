// What must hold after every step of a simulation, found from the files of both sides and from what passed between them.
import * as z from 'zod'
import { statusView } from '../../shared/station-api/index.ts'
import { Broken } from './broken.ts'
import { drawingOf } from './drawing.ts'
import type { Answer, HeldCall, Sent } from './fault-proxy.ts'
import { createLedgerWatch } from './ledger-watch.ts'
import { createNewsWatch } from './news-watch.ts'
import { isSettled, needsPerson, type OutboxRow } from './outbox-rows.ts'
import type { SimStation } from './sim-station.ts'
import type { SheetLine, WorkshopSide } from './workshop-side.ts'

const reported = z.object({ quantity: z.int().optional() })
/** After these a request may be made anew. */
const refusals: readonly number[] = [400, 409, 428]

/** One report that the service took: the sheet was not bent, and then it was. */
interface Effect {
  operationId: string
  station: string
  sheetId: string
  reworkCount: number
}

export interface Watchman {
  /** A call has come to the proxy. */
  arrived: (station: SimStation, call: HeldCall) => void
  /** The station is told this. */
  answered: (station: SimStation, sent: Sent, answer: Answer) => void
  /** A call is about to be passed on to the service. */
  passing: (sent: Sent) => void
  /** A call was passed on to the service and done. */
  passedOn: (station: SimStation, sent: Sent, answer: Answer | null) => void
  /** The service was put back to an earlier time: effects since then are gone. */
  restored: () => void
  afterStep: () => void
  atTheEnd: () => void
}

export function createWatchman(workshop: WorkshopSide, stations: readonly SimStation[]): Watchman {
  let effects: Effect[] = []
  const news = createNewsWatch()
  const ledger = createLedgerWatch(stations)
  const pins = new Map<string, string>()
  const lostByRestore = new Set<string>()
  /** Whose request carried a key, and what the sheet was for it. */
  const senders = new Map<string, { operationId: string; drawingHash: string }>()
  /** The key under which each mark was sent last, and whether the service, or who spoke for it, has refused that. */
  const keys = new Map<string, { key: string; refused: boolean }>()
  /** Sheets that were bent when we last looked. */
  let bentBefore = new Set<string>()
  const drawings = new Map<string, number>()
  /** Sheets of which a restore took drawings back: their numbers are given to other drawings. */
  const numbersGivenTwice = new Set<string>()
  const seen = new Map<unknown, string>()

  const arrived = (station: SimStation, call: HeldCall): void => {
    const sheetId = reports(call)
    if (sheetId === null) return
    const key = String(call.headers['idempotency-key'])
    const row = station.look().rowWithKey(key)
    if (row === undefined) throw new Broken(`${station.name} sent a report for which its outbox has no row`)
    if (row.state !== 'sending') throw new Broken(`${station.name} sent a report of a mark that is ${row.state}`)
    if (row.sheet_id !== sheetId) throw new Broken(`${station.name} reported another sheet than the row's`)
    if (row.request === null || Buffer.compare(row.request, call.body) !== 0)
      throw new Broken(`${station.name} sent other bytes than it had frozen`)
    const { quantity } = reported.parse(JSON.parse(call.body.toString()))
    if (quantity !== undefined && quantity !== row.pieces)
      throw new Broken(`${station.name} reports ${quantity} pieces of the ${row.pieces} that were made`)
    if (station.ticks.some(({ id, undone }) => undone && id === row.operation_id))
      throw new Broken(`${station.name} sent a mark that was undone`)
    const { operation_id: id } = row
    const before = keys.get(id)
    const decided = stations.some(({ ticks }) => ticks.some((tick) => tick.id === id && tick.decided))
    if (before !== undefined && before.key !== key && !before.refused && !decided)
      throw new Broken(`${station.name} sent mark ${id} under a new key though the old one may have taken effect`)
    if (before?.key !== key) keys.set(id, { key, refused: false })
    senders.set(key, { operationId: row.operation_id, drawingHash: row.target_drawing_hash })
  }

  // the office may have sent it to rework in this very step
  const passing = (sent: Sent): void => {
    const sheetId = reports(sent)
    if (sheetId !== null && workshop.isUp() && workshop.sheet(sheetId)?.bent === null) bentBefore.delete(sheetId)
  }

  const passedOn = (station: SimStation, sent: Sent, answer: Answer | null): void => {
    if (answer !== null) news.given(answer)
    const sheetId = reports(sent)
    if (sheetId === null || !workshop.isUp()) return
    const sheet = workshop.sheet(sheetId)
    if (sheet === null || sheet.bent === null || bentBefore.has(sheetId)) return
    bentBefore.add(sheetId)
    const sender = senders.get(String(sent.headers['idempotency-key']))
    if (sender === undefined) throw new Broken(`sheet ${sheetId} was bent by a report of no mark`)
    const { operationId, drawingHash } = sender
    const tick = stations.flatMap(({ ticks }) => ticks).find(({ id }) => id === operationId)
    const seen = tick === undefined ? [drawingHash] : [tick.drawing, ...tick.alsoFor]
    // no check of the interface tells two drawings of one number apart
    if (!seen.includes(drawingOf(sheet)) && !numbersGivenTwice.has(sheetId))
      throw new Broken(`sheet ${sheetId} was marked bent with a drawing that the operator did not see`)
    if (effects.some((effect) => effect.operationId === operationId && effect.reworkCount === sheet.reworkCount))
      throw new Broken(`mark ${operationId} was done twice`)
    // once, and once more each time that a person has it sent all the same
    const before = effects.filter((effect) => effect.operationId === operationId).length
    if (before > (tick?.alsoFor.length ?? 0) && !lostByRestore.has(operationId))
      throw new Broken(`mark ${operationId} was done again after rework`)
    effects.push({ operationId, station: station.name, sheetId, reworkCount: sheet.reworkCount })
  }

  /** Who but a report takes a marker away or puts one: rework, and a restore. */
  const lookAtMarkers = (): void => {
    bentBefore = new Set(workshop.sheets().flatMap(({ id, bent }) => (bent === 1 ? [id] : [])))
    for (const { id, drawing } of workshop.sheets()) {
      if (drawing < (drawings.get(id) ?? 0)) numbersGivenTwice.add(id)
      drawings.set(id, drawing)
    }
  }
  lookAtMarkers()
  /** Whether anything is to be looked at that was not so when it was looked at last. */
  const isNew = (of: unknown, state: string): boolean => {
    const before = seen.get(of)
    seen.set(of, state)
    return before !== state
  }

  const rowsHold = (station: SimStation): void => {
    const status = station.status()
    const { queue } = status ?? {}
    const ticked = station.ticks.map(({ id, undone }) => `${id} ${undone}`).join()
    const acted = station.acts.map(({ id, seen }) => `${id} ${seen}`).join()
    const version = `${station.generation()} ${station.look().version()}`
    if (!isNew(station, `${version} ${queue?.undelivered} ${queue?.needsPerson} ${ticked} ${acted}`)) return
    if (status !== null) statusView.parse(status)
    const rows = station.look().rows()
    const byId = new Map<string, OutboxRow>()
    for (const row of rows) {
      if (byId.has(row.operation_id)) throw new Broken(`${station.name} has mark ${row.operation_id} twice`)
      byId.set(row.operation_id, row)
      const before = pins.get(row.operation_id) ?? row.pinned
      if (row.pinned !== before)
        throw new Broken(`${station.name}: what was marked in ${row.operation_id} was rewritten`)
      pins.set(row.operation_id, row.pinned)
    }
    for (const { id, drawing, undone, decided } of station.ticks) {
      const row = byId.get(id)
      if (row === undefined) throw new Broken(`${station.name} lost mark ${id}, whose tick was seen`)
      if (row.drawing_hash !== drawing) throw new Broken(`${station.name} keeps another drawing than was seen`)
      if (row.state === 'cancelled' && !undone && !decided) throw new Broken(`mark ${id} was cancelled by nobody`)
      if (undone && row.state !== 'cancelled') throw new Broken(`mark ${id} was undone and is ${row.state}`)
    }
    ledger.afterStep(station)
    if (queue === undefined) return
    const waiting = rows.filter((row) => !isSettled(row) && !needsPerson(row) && row.state !== 'held').length
    const told = `${queue.undelivered} on their way and ${queue.needsPerson} for a person`
    const real = `${waiting} on their way and ${rows.filter(needsPerson).length} for a person`
    if (told !== real) throw new Broken(`${station.name}'s screen says ${told}, and there are ${real}`)
  }

  /** What the screen shows of today is what the service has. */
  const listHolds = (station: SimStation): void => {
    const date = station.status()?.today
    const list = date === undefined ? null : station.do((handlers) => handlers['list.read']({ date }))
    if (list === null || !list.ok) throw new Broken(`${station.name} shows no list at the end`)
    const sheets = new Map(workshop.sheets().map((sheet) => [sheet.id, sheet]))
    for (const { entry } of list.value.entries) {
      const sheet = sheets.get(entry.sheetId)
      if (sheet === undefined || date === undefined || !isOnList(sheet, date)) continue
      const { bent, version, rework, approval } = sheet
      const shown = `v${entry.version} ${entry.bent === null ? 0 : 1} ${entry.reworkCount} ${entry.approval}`
      const real = `v${version} ${bent} ${rework} ${approval}`
      if (shown !== real) throw new Broken(`${station.name} shows ${shown} of sheet ${sheet.id}, and it is ${real}`)
    }
  }

  const answered = (station: SimStation, sent: Sent, answer: Answer): void => {
    news.answered(station, sent, answer)
    const sender = senders.get(String(sent.headers['idempotency-key']))
    const last = sender === undefined ? undefined : keys.get(sender.operationId)
    if (last !== undefined && refusals.includes(answer.status)) last.refused = true
  }

  return {
    answered,
    arrived,
    passing,
    passedOn,
    restored: () => {
      news.forget()
      const now = new Map(workshop.sheets().map((sheet) => [sheet.id, sheet]))
      for (const effect of effects) {
        const sheet = now.get(effect.sheetId)
        if (sheet === undefined || sheet.bent === 0 || sheet.rework !== effect.reworkCount)
          lostByRestore.add(effect.operationId)
      }
      effects = effects.filter(({ operationId }) => !lostByRestore.has(operationId))
      lookAtMarkers()
    },
    afterStep: () => {
      for (const station of stations) if (station.isUp()) rowsHold(station)
      if (!workshop.isUp()) return
      for (const station of stations)
        if (station.isUp() && isNew(station.lookAtCache(), String(station.lookAtCache().version()))) news.holds(station)
      if (!isNew(workshop, String(workshop.version()))) return
      const [twice] = workshop.bentTwice()
      if (twice !== undefined) throw new Broken(`more than one bent event: ${twice}`)
      for (const sheet of workshop.sheets()) {
        if (sheet.bent === 1 && !bentBefore.has(sheet.id))
          throw new Broken(`sheet ${sheet.id} was bent by nobody's report`)
      }
      lookAtMarkers()
    },
    atTheEnd: () => {
      ledger.atTheEnd()
      for (const station of stations) {
        const rows = station.look().rows()
        for (const row of rows)
          if (!isSettled(row) && !needsPerson(row))
            throw new Broken(`mark ${row.operation_id} of ${station.name} is still ${row.state} (${row.reason ?? ''})`)
        for (const { id, undone } of station.ticks) {
          const row = rows.find(({ operation_id }) => operation_id === id)
          const done = effects.some(({ operationId }) => operationId === id)
          if (row === undefined) throw new Broken(`${station.name} lost mark ${id}`)
          if (undone && done) throw new Broken(`mark ${id} was undone and has taken effect`)
          // two reports that name nobody cannot be told apart
          const nameless = row.payload === 'smallest'
          if (row.state === 'delivered' && !done && !nameless && !lostByRestore.has(id))
            throw new Broken(`mark ${id} of ${station.name} says that it is delivered and is not in the service`)
        }
        listHolds(station)
        const [file] = station.filesWithKey()
        if (file !== undefined) throw new Broken(`a key of ${station.name} stands in ${file}`)
      }
    },
  }
}

/** The sheet that a call reports as bent, or null. */
const reports = ({ method, path }: Sent): string | null =>
  method === 'POST' ? (/\/bending-sheets\/([^/]+)\/bent$/.exec(path)?.[1] ?? null) : null

/** By the rule of the day's list: what is left of earlier days is on today's while it is not bent. */
const isOnList = ({ gone, listed, day, bent }: SheetLine, today: string): boolean =>
  gone === 0 && listed === 1 && day !== null && (day === today || (day < today && bent === 0))

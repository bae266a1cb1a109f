// What must be true after every step of a simulation, computed from the files of both sides and from their calls.
import * as z from 'zod'
import { statusView } from '../../../shared/station-api/index.ts'
import { InvariantError } from './invariant-error.ts'
import { drawingOf } from '../drawing-hash.ts'
import type { Answer, HeldCall, Sent } from '../faults/fault-proxy.ts'
import { createCountInvariants, type CountInvariants } from './count-invariants.ts'
import { createEventInvariants } from './event-invariants.ts'
import { isSettled, needsPerson, type OutboxRow } from '../store-files/outbox-rows.ts'
import type { SimStation } from '../sim-station.ts'
import type { SheetLine, WorkshopSide } from '../workshop-side.ts'

const reportedBody = z.object({ quantity: z.int().optional() })
/** The statuses after which a request may be sent under a new key. */
const refusals: readonly number[] = [400, 409, 428]

/** One report that the service accepted: the sheet was not bent before it, and was bent after it. */
interface Effect {
  operationId: string
  station: string
  sheetId: string
  reworkCount: number
}

export interface Invariants {
  /** A call has reached the proxy. */
  arrived: (station: SimStation, call: HeldCall) => void
  /** The station receives this answer. */
  answered: (station: SimStation, sent: Sent, answer: Answer) => void
  /** A call is about to be passed on to the service. */
  passing: (sent: Sent) => void
  /** A call was passed on to the service and is complete. */
  passedOn: (station: SimStation, sent: Sent, answer: Answer | null) => void
  /** The service was restored to an earlier time: later effects are lost. */
  restored: () => void
  afterStep: () => void
  atTheEnd: () => void
}
export const createInvariants = (workshop: WorkshopSide, stations: readonly SimStation[]): Invariants =>
  new InvariantChecks(workshop, stations)

class InvariantChecks implements Invariants {
  readonly #workshop: WorkshopSide
  readonly #stations: readonly SimStation[]
  #effects: Effect[] = []
  readonly #news = createEventInvariants()
  readonly #counts: CountInvariants
  readonly #pins = new Map<string, string>()
  readonly #lostByRestore = new Set<string>()
  /** The mark whose request had a key, and the sheet for which it was sent. */
  readonly #senders = new Map<string, { operationId: string; drawingHash: string }>()
  /** The last key of each mark, and whether the service, or a false answer in its place, refused that request. */
  readonly #keys = new Map<string, { key: string; refused: boolean }>()
  /** Sheets that were bent at the last check. */
  #bentBefore = new Set<string>()
  readonly #drawings = new Map<string, number>()
  /** Sheets that lost drawings in a restore: the numbers of those drawings are used again for others. */
  readonly #numbersGivenTwice = new Set<string>()
  readonly #seen = new Map<unknown, string>()

  constructor(workshop: WorkshopSide, stations: readonly SimStation[]) {
    this.#workshop = workshop
    this.#stations = stations
    this.#counts = createCountInvariants(this.#stations)
    this.#readMarkers()
  }

  arrived(station: SimStation, call: HeldCall): void {
    const sheetId = reports(call)
    if (sheetId === null) return
    const key = String(call.headers['idempotency-key'])
    const row = station.outbox().rowWithKey(key)
    if (row === undefined) throw new InvariantError(`${station.name} sent a report for which its outbox has no row`)
    if (row.state !== 'sending')
      throw new InvariantError(`${station.name} sent a report of a mark that is ${row.state}`)
    if (row.sheet_id !== sheetId) throw new InvariantError(`${station.name} reported another sheet than the row's`)
    if (row.request === null || Buffer.compare(row.request, call.body) !== 0)
      throw new InvariantError(`${station.name} sent other bytes than it had frozen`)
    const { quantity } = reportedBody.parse(JSON.parse(call.body.toString()))
    if (quantity !== undefined && quantity !== row.pieces)
      throw new InvariantError(`${station.name} reports ${quantity} pieces of the ${row.pieces} that were made`)
    if (station.ticks.some(({ id, undone }) => undone && id === row.operation_id))
      throw new InvariantError(`${station.name} sent a mark that was undone`)
    const { operation_id: id } = row
    const before = this.#keys.get(id)
    const decided = this.#stations.some(({ ticks }) => ticks.some((tick) => tick.id === id && tick.decided))
    if (before !== undefined && before.key !== key && !before.refused && !decided)
      throw new InvariantError(
        `${station.name} sent mark ${id} under a new key although the old one may have taken effect`,
      )
    if (before?.key !== key) this.#keys.set(id, { key, refused: false })
    this.#senders.set(key, { operationId: row.operation_id, drawingHash: row.target_drawing_hash })
  }

  // the office may have sent the sheet to rework in this very step
  passing(sent: Sent): void {
    const sheetId = reports(sent)
    if (sheetId !== null && this.#workshop.isUp() && this.#workshop.sheet(sheetId)?.bent === null)
      this.#bentBefore.delete(sheetId)
  }

  passedOn(station: SimStation, sent: Sent, answer: Answer | null): void {
    if (answer !== null) this.#news.given(answer)
    const sheetId = reports(sent)
    if (sheetId === null || !this.#workshop.isUp()) return
    const sheet = this.#workshop.sheet(sheetId)
    if (sheet === null || sheet.bent === null || this.#bentBefore.has(sheetId)) return
    this.#bentBefore.add(sheetId)
    const sender = this.#senders.get(String(sent.headers['idempotency-key']))
    if (sender === undefined) throw new InvariantError(`sheet ${sheetId} was bent by a report of no mark`)
    const { operationId, drawingHash } = sender
    const tick = this.#stations.flatMap(({ ticks }) => ticks).find(({ id }) => id === operationId)
    const drawingsSeen = tick === undefined ? [drawingHash] : [tick.drawing, ...tick.alsoFor]
    // the API has no check that distinguishes two drawings with the same number
    if (!drawingsSeen.includes(drawingOf(sheet)) && !this.#numbersGivenTwice.has(sheetId))
      throw new InvariantError(`sheet ${sheetId} was marked bent with a drawing that the operator did not see`)
    if (this.#effects.some((effect) => effect.operationId === operationId && effect.reworkCount === sheet.reworkCount))
      throw new InvariantError(`mark ${operationId} was done twice`)
    // once, and once more each time that a person decides to send it all the same
    const before = this.#effects.filter((effect) => effect.operationId === operationId).length
    if (before > (tick?.alsoFor.length ?? 0) && !this.#lostByRestore.has(operationId))
      throw new InvariantError(`mark ${operationId} was done again after rework`)
    this.#effects.push({ operationId, station: station.name, sheetId, reworkCount: sheet.reworkCount })
  }

  answered(station: SimStation, sent: Sent, answer: Answer): void {
    this.#news.answered(station, sent, answer)
    const sender = this.#senders.get(String(sent.headers['idempotency-key']))
    const last = sender === undefined ? undefined : this.#keys.get(sender.operationId)
    if (last !== undefined && refusals.includes(answer.status)) last.refused = true
  }

  restored(): void {
    this.#news.forget()
    const now = new Map(this.#workshop.sheets().map((sheet) => [sheet.id, sheet]))
    for (const effect of this.#effects) {
      const sheet = now.get(effect.sheetId)
      if (sheet === undefined || sheet.bent === 0 || sheet.rework !== effect.reworkCount)
        this.#lostByRestore.add(effect.operationId)
    }
    this.#effects = this.#effects.filter(({ operationId }) => !this.#lostByRestore.has(operationId))
    this.#readMarkers()
  }

  afterStep(): void {
    for (const station of this.#stations) if (station.isUp()) this.#checkRows(station)
    if (!this.#workshop.isUp()) return
    for (const station of this.#stations)
      if (station.isUp() && this.#isNew(station.cache(), String(station.cache().version()))) this.#news.holds(station)
    if (!this.#isNew(this.#workshop, String(this.#workshop.version()))) return
    const [twice] = this.#workshop.bentTwice()
    if (twice !== undefined) throw new InvariantError(`more than one bent event: ${twice}`)
    for (const sheet of this.#workshop.sheets()) {
      if (sheet.bent === 1 && !this.#bentBefore.has(sheet.id))
        throw new InvariantError(`sheet ${sheet.id} was bent by nobody's report`)
    }
    this.#readMarkers()
  }

  atTheEnd(): void {
    this.#counts.atTheEnd()
    for (const station of this.#stations) {
      const rows = station.outbox().rows()
      for (const row of rows)
        if (!isSettled(row) && !needsPerson(row))
          throw new InvariantError(
            `mark ${row.operation_id} of ${station.name} is still ${row.state} (${row.reason ?? ''})`,
          )
      for (const { id, undone } of station.ticks) {
        const row = rows.find(({ operation_id }) => operation_id === id)
        const isDone = this.#effects.some(({ operationId }) => operationId === id)
        if (row === undefined) throw new InvariantError(`${station.name} lost mark ${id}`)
        if (undone && isDone) throw new InvariantError(`mark ${id} was undone and has taken effect`)
        // two reports without initials cannot be distinguished
        const nameless = row.payload === 'smallest'
        if (row.state === 'delivered' && !isDone && !nameless && !this.#lostByRestore.has(id))
          throw new InvariantError(
            `mark ${id} of ${station.name} is delivered by its own state, but is not in the service`,
          )
      }
      this.#checkList(station)
      const [file] = station.filesWithKey()
      if (file !== undefined) throw new InvariantError(`a key of ${station.name} is in ${file}`)
    }
  }

  /** Other causes than a report that set or remove a marker: rework, and a restore. */
  #readMarkers(): void {
    this.#bentBefore = new Set(this.#workshop.sheets().flatMap(({ id, bent }) => (bent === 1 ? [id] : [])))
    for (const { id, drawing } of this.#workshop.sheets()) {
      if (drawing < (this.#drawings.get(id) ?? 0)) this.#numbersGivenTwice.add(id)
      this.#drawings.set(id, drawing)
    }
  }

  /** Whether a value changed since the last check. */
  #isNew(subject: unknown, state: string): boolean {
    const before = this.#seen.get(subject)
    this.#seen.set(subject, state)
    return before !== state
  }

  #checkRows(station: SimStation): void {
    const status = station.status()
    const { queue } = status ?? {}
    const ticked = station.ticks.map(({ id, undone }) => `${id} ${undone}`).join()
    const acted = station.acts.map(({ id, seen }) => `${id} ${seen}`).join()
    const version = `${station.generation()} ${station.outbox().version()}`
    if (!this.#isNew(station, `${version} ${queue?.undelivered} ${queue?.needsPerson} ${ticked} ${acted}`)) return
    if (status !== null) statusView.parse(status)
    const rows = station.outbox().rows()
    const byId = new Map<string, OutboxRow>()
    for (const row of rows) {
      if (byId.has(row.operation_id)) throw new InvariantError(`${station.name} has mark ${row.operation_id} twice`)
      byId.set(row.operation_id, row)
      const before = this.#pins.get(row.operation_id) ?? row.pinned
      if (row.pinned !== before)
        throw new InvariantError(`${station.name}: what was marked in ${row.operation_id} was rewritten`)
      this.#pins.set(row.operation_id, row.pinned)
    }
    for (const { id, drawing, undone, decided } of station.ticks) {
      const row = byId.get(id)
      if (row === undefined) throw new InvariantError(`${station.name} lost mark ${id}, whose tick was seen`)
      if (row.drawing_hash !== drawing) throw new InvariantError(`${station.name} keeps another drawing than was seen`)
      if (row.state === 'cancelled' && !undone && !decided)
        throw new InvariantError(`mark ${id} was cancelled by nobody`)
      if (undone && row.state !== 'cancelled') throw new InvariantError(`mark ${id} was undone and is ${row.state}`)
    }
    this.#counts.afterStep(station)
    if (queue === undefined) return
    const waitingCount = rows.filter((row) => !isSettled(row) && !needsPerson(row) && row.state !== 'held').length
    const displayed = `${queue.undelivered} on their way and ${queue.needsPerson} for a person`
    const real = `${waitingCount} on their way and ${rows.filter(needsPerson).length} for a person`
    if (displayed !== real)
      throw new InvariantError(`${station.name}'s screen says ${displayed}, and there are ${real}`)
  }

  /** Checks that the screen's list of today is what the service has. */
  #checkList(station: SimStation): void {
    const date = station.status()?.today
    const list = date === undefined ? null : station.do((handlers) => handlers['list.read']({ date }))
    if (list === null || !list.ok) throw new InvariantError(`${station.name} shows no list at the end`)
    const sheets = new Map(this.#workshop.sheets().map((sheet) => [sheet.id, sheet]))
    for (const { entry } of list.value.entries) {
      const sheet = sheets.get(entry.sheetId)
      if (sheet === undefined || date === undefined || !isOnList(sheet, date)) continue
      const { bent, version, rework, approval } = sheet
      const shownVersion = `v${entry.version} ${entry.bent === null ? 0 : 1} ${entry.reworkCount} ${entry.approval}`
      const real = `v${version} ${bent} ${rework} ${approval}`
      if (shownVersion !== real)
        throw new InvariantError(`${station.name} shows ${shownVersion} of sheet ${sheet.id}, and it is ${real}`)
    }
  }
}

/** The sheet that a call reports as bent, or null. */
const reports = ({ method, path }: Sent): string | null =>
  method === 'POST' ? (/\/bending-sheets\/([^/]+)\/bent$/.exec(path)?.[1] ?? null) : null

/** The rule of the day's list: a sheet of an earlier day is on today's list while it is not bent. */
const isOnList = ({ removed, listed, day, bent }: SheetLine, today: string): boolean =>
  removed === 0 && listed === 1 && day !== null && (day === today || (day < today && bent === 0))

// A real service, and one station after another on one folder. Each is killed by SIGKILL at some point, and the next one starts on the
// files that it left. After every kill the next station sends everything, and the files of both sides show the outcome of every tick.
import Database from 'better-sqlite3'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import process from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { headers as headerNames } from '../../../shared/workshop-api/index.ts'
import { openKeySafe } from '../../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openAdmin, type WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { interposed, serviceError, type Fate } from '../../integration/ledger/outbox/interposed.ts'
import { upgradeBoundaries } from '../../simulation/boundaries.ts'
import { downgradeStore } from '../../simulation/store-files/downgrade-store.ts'
import { isSettled, readOutbox, needsPerson, type OutboxRow } from '../../simulation/store-files/outbox-rows.ts'
import type { Boundary } from '../../simulation/sim-station.ts'
import { fastNow } from './fast-time.ts'

/** Where a station is killed: when it reaches a boundary for the n-th time, or so many milliseconds after its start, after it sent the earlier marks, or after its first tick. */
export type Death = { boundary: Boundary; time: number } | { afterMs: number; since: 'start' | 'drained' | 'tick' }

/** What happens to the round's first report. */
export type Trouble = 'none' | 'wait' | 'park' | 'gone' | 'answer_lost' | 'bent_by_another'

/** The trouble that leads a station to a boundary. */
export function troubleFor(boundary: Boundary): Trouble {
  const [state = ''] = boundary.split(/_(?:in_commit|committed|over)$/)
  const troubles: Record<string, Trouble> = {
    waiting: 'wait',
    parked: 'park',
    conflict: 'gone',
    unknown: 'answer_lost',
    reading: 'answer_lost',
    bent_elsewhere: 'bent_by_another',
  }
  return troubles[state] ?? 'none'
}

const fates: Record<Exclude<Trouble, 'none' | 'bent_by_another'>, Fate> = {
  wait: serviceError(429, 'rate_limited', { retryAfterSeconds: 2 }, { 'retry-after': '2' }),
  park: serviceError(422, 'params_invalid'),
  gone: serviceError(404, 'not_found'),
  answer_lost: 'lose the answer',
}

interface Tick {
  id: string
  sheetId: string
}

/** The folders and processes of a rig, which outlive its stations. */
interface Surroundings {
  root: string
  /** The computer's time at which the fast clock starts. */
  startMs: number
  service: Service
  admin: WorkshopAdmin
  network: Awaited<ReturnType<typeof interposed>>
  /** The station's folder. */
  folder: string
  /** The API key of the other program that marks sheets. */
  otherKey: string
  workshop: Database.Database
}

export async function crashRig(): Promise<CrashRig> {
  const root = mkdtempSync(join(tmpdir(), 'kant-crash-'))
  const startMs = Date.now()
  const clock = (): number => fastNow(startMs)
  const dataFolder = join(root, 'workshop')
  const service = await startService({ dataFolder, port: 0, clock, limitFactor: 1_000 })
  const admin = openAdmin({ dataFolder, clock })
  const network = await interposed(service.baseUrl)
  const folder = join(root, 'station')
  mkdirSync(folder)
  writeSettings(folder, { baseUrl: network.baseUrl })
  const safe = await openKeySafe({ folder, system: null, random: randomBytes })
  await safe.set(network.baseUrl, admin.makeKey({ name: 'Kant' }))
  const otherKey = admin.makeKey({ name: 'another' })
  const workshop = new Database(join(dataFolder, 'workshop.db'), { readonly: true })
  return new CrashRig({ root, startMs, service, admin, network, folder, otherKey, workshop })
}

export class CrashRig {
  readonly #surroundings: Surroundings
  readonly #selectBentEvents
  /** The sheets that were bent before the first station. */
  readonly #initiallyBent: ReadonlySet<string>
  readonly #ticks: Tick[] = []
  /** The marks for which an undo was requested. */
  readonly #undoRequested = new Set<string>()
  /** The sheets that the other program marked. */
  readonly #bentByAnother = new Set<string>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
    this.#selectBentEvents = surroundings.workshop.prepare<[], { sheetId: string; times: number }>(
      `SELECT json_extract(body, '$.data.bendingSheet.id') AS sheetId, count(*) AS times
       FROM event WHERE type = 'bending_sheet.bent' GROUP BY 1`,
    )
    this.#initiallyBent = new Set(this.#selectBentEvents.all().map(({ sheetId }) => sheetId))
  }

  /** Resolves to whether the station reached its boundary; false: it was killed after it finished. Throws if a mark has a wrong outcome. */
  async round(death: Death, trouble: Trouble): Promise<boolean> {
    const { admin, network, folder } = this.#surroundings
    if (trouble !== 'none' && trouble !== 'bent_by_another') network.next('report', fates[trouble])
    const needsUpgrade = 'boundary' in death && upgradeBoundaries.includes(death.boundary)
    // to the earliest schema that loses nothing; the first round has no store yet, and is tried again
    if (needsUpgrade && existsSync(join(folder, 'outbox.db'))) downgradeStore(folder, 1)
    const bends: Promise<void>[] = []
    const sheets = admin.makeSheets({ count: 3, approved: true })
    const { lines, signal } = await this.#run(sheets, death, ({ sheetId }) => {
      if (trouble === 'bent_by_another' && bends.length === 0) bends.push(this.#bendAsAnother(sheetId))
    })
    await Promise.all(bends)
    if (signal !== 'SIGKILL') throw new Error(`a station ended unexpectedly: ${lines.join('\n')}`)
    return lines.at(-1) !== 'done'
  }

  /** Runs the last station, which is not killed before everything is sent. */
  async end(): Promise<{ ticks: number; bent: number }> {
    const { lines } = await this.#run([], null, () => undefined)
    if (!lines.includes('drained')) throw new Error('the last station did not send everything')
    return { ticks: this.#ticks.length, bent: this.#selectBentEvents.all().length - this.#initiallyBent.size }
  }

  async close(): Promise<void> {
    const { workshop, network, admin, service, root } = this.#surroundings
    workshop.close()
    await network.close()
    admin.close()
    await service.close()
    rmSync(root, { recursive: true, force: true })
  }

  async #bendAsAnother(sheetId: string): Promise<void> {
    const { service, otherKey, startMs } = this.#surroundings
    this.#bentByAnother.add(sheetId)
    const answer = await fetch(`${service.baseUrl}/bending-sheets/${sheetId}/bent`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${otherKey}`,
        'content-type': 'application/json',
        [headerNames.idempotencyKey]: `another-${sheetId}`,
      },
      body: JSON.stringify({ bentAt: new Date(fastNow(startMs)).toISOString(), by: 'OLA' }),
    })
    if (!answer.ok) throw new Error(`another could not bend it: ${answer.status} ${await answer.text()}`)
  }

  /** Resolves with the signal that ended the station, and the lines that it wrote. */
  async #run(
    sheets: readonly string[],
    death: Death | null,
    onTick: (tick: Tick) => void,
  ): Promise<{ lines: string[]; signal: string | null }> {
    const child = this.#spawnStation(sheets, death)
    const ended = new Promise<string | null>((resolve) => child.once('close', (_, signal) => resolve(signal)))
    let timer: NodeJS.Timeout | undefined
    const onPoint = (point: 'start' | 'drained' | 'tick'): void => {
      if (death === null || 'boundary' in death || death.since !== point || timer !== undefined) return
      timer = setTimeout(() => child.kill('SIGKILL'), death.afterMs)
    }
    onPoint('start')
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      const [word, id = '', sheetId = ''] = line.split(' ')
      if (word === 'tick') {
        onPoint('tick')
        this.#ticks.push({ id, sheetId })
        onTick({ id, sheetId })
      }
      if (word === 'undoing') this.#undoRequested.add(id)
      if (word === 'drained') {
        this.#checkOutcomes()
        child.stdin.write('go on\n')
        onPoint('drained')
      }
      if (word === 'done') child.kill('SIGKILL')
    }
    clearTimeout(timer)
    return { lines, signal: await ended }
  }

  #spawnStation(sheets: readonly string[], death: Death | null): ChildProcessByStdio<Writable, Readable, null> {
    const { startMs, folder, root } = this.#surroundings
    const [boundary, time] = death !== null && 'boundary' in death ? [death.boundary, death.time] : ['nowhere', 1]
    const program = join(import.meta.dirname, 'station-to-kill.ts')
    const child = spawn(process.execPath, [program, String(startMs), folder, boundary, String(time), ...sheets], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'compiled') },
    })
    // A killed station reads nothing more.
    child.stdin.on('error', () => undefined)
    return child
  }

  /** Checks the outcome of every tick. Nothing may be in progress. */
  #checkOutcomes(): void {
    const rows = this.#outboxRows()
    const bentTimes = new Map(
      this.#selectBentEvents
        .all()
        .flatMap(({ sheetId, times }) => (this.#initiallyBent.has(sheetId) ? [] : [[sheetId, times]])),
    )
    for (const [sheetId, times] of bentTimes)
      if (times !== 1) throw new Error(`sheet ${sheetId} was bent ${times} times`)
    for (const { id } of this.#ticks) if (!rows.has(id)) throw new Error(`mark ${id}, whose tick was shown, is lost`)
    for (const row of rows.values()) {
      const isBentByMark = bentTimes.has(row.sheet_id) && !this.#bentByAnother.has(row.sheet_id)
      if (!this.#isRightOutcome(row, isBentByMark))
        throw new Error(
          `mark ${row.operation_id} is ${row.state}, and its sheet is ${isBentByMark ? '' : 'not '}bent by it`,
        )
    }
    const reported = new Set([...rows.values()].filter(isSettled).map((row) => row.sheet_id))
    for (const sheetId of bentTimes.keys())
      if (!reported.has(sheetId) && !this.#bentByAnother.has(sheetId))
        throw new Error(`sheet ${sheetId} was bent by no mark`)
  }

  #outboxRows(): Map<string, OutboxRow> {
    const db = new Database(join(this.#surroundings.folder, 'outbox.db'), { readonly: true })
    const rows = new Map<string, OutboxRow>()
    for (const row of readOutbox(db).rows()) {
      if (rows.has(row.operation_id)) throw new Error(`mark ${row.operation_id} exists twice`)
      rows.set(row.operation_id, row)
    }
    db.close()
    return rows
  }

  #isRightOutcome(row: OutboxRow, isBentByMark: boolean): boolean {
    if (row.state === 'delivered') return isBentByMark
    if (row.state === 'cancelled') return this.#undoRequested.has(row.operation_id) && !isBentByMark
    return needsPerson(row) && !isBentByMark
  }
}

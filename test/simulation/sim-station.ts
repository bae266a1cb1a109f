// One real station of a simulation, with its operator: opened on a folder, killed during a step, and opened again on what the kill left.
import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failed, ok, type Result } from '../../shared/base/result.ts'
import { CallError, type CallErrorCode, type Station, type StatusView } from '../../shared/station-api/index.ts'
import type { Clock } from '../../src-main/platform/clock.ts'
import { openKeySafe } from '../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../src-main/station/settings/settings.ts'
import { openStation, type OpenedStation, type StationTestHooks } from '../../src-main/station/open/station.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { FaultProxy } from './faults/fault-proxy.ts'
import { readCache, type CacheReader } from './store-files/cache-file.ts'
import { readCounts, type CountReader } from './store-files/count-rows.ts'
import { downgradeStore } from './store-files/downgrade-store.ts'
import { isSettled, needsPerson, readOutbox, type OutboxReader } from './store-files/outbox-rows.ts'

export type Boundary = Parameters<NonNullable<StationTestHooks['onBoundary']>>[0]

/** Thrown where the station was killed, so that the step stops there. */
export class Killed extends Error {
  constructor(boundary: string) {
    super(`killed at ${boundary}`)
    this.name = 'Killed'
  }
}

/** A mark whose tick the operator saw. */
export interface Tick {
  id: string
  sheetId: string
  /** The fingerprint of the drawing that the operator saw. */
  drawing: string
  /** Drawings for which a person decided to send it all the same. */
  alsoFor: string[]
  undone: boolean
  /** A person made a decision about it. */
  decided: boolean
}

/** An act of counting: what each of its rows adds. */
export interface Act {
  id: string
  pieceNo: number
  deltas: number[]
  /** Whether the screen received that it is stored; if not, it may or may not be. */
  seen: boolean
}

export type Tried<T> = Result<T, CallErrorCode | 'killed' | 'down'>

export interface SimStationOptions {
  name: string
  folder: string
  clock: ManualClock
  proxy: FaultProxy
  key: string
  onRule: (rule: string) => void
  /** The station was killed at this boundary. */
  onKill: (boundary: string) => void
  /** Something was counted. */
  onWork: (kind: string) => void
  /** A call was made while nothing listened. */
  onRefused: () => void
}

export interface SimStation {
  name: string
  proxy: FaultProxy
  /** Rises with every kill. */
  generation: () => number
  isUp: () => boolean
  /** Calls without an answer so far. */
  calls: () => number
  ticks: Tick[]
  acts: Act[]
  /** Counts an occurrence of this kind of work. */
  tally: (kind: string) => void
  /** The last status that the screen received. */
  status: () => StatusView | null
  open: () => void
  /** Killed, and not yet removed. */
  isKilled: () => boolean
  /** Removes what is left of a killed station. Its folder is then the copy. */
  removeKilled: () => Promise<void>
  /** Ends the station normally. */
  close: () => Promise<void>
  /** Kills the station at the next time that it reaches this boundary, and cancels the kills at `insteadOf`. */
  killAt: (boundary: Boundary, insteadOf?: readonly Boundary[]) => void
  /** Cancels all planned kills. */
  cancelKills: () => void
  killNow: () => void
  /** Gives a stopped station the store of an earlier program: with this schema, or with the next one that can hold its rows. */
  putOlderStore: (schema: number) => number | null
  stepWallClock: (ms: number) => void
  /** The time of the station's own clock. */
  now: () => number
  giveKey: (key: string) => Promise<void>
  keysEver: string[]
  do: <T>(act: (handlers: Station['handlers']) => T | Promise<T>) => Tried<T>
  /** Starts a pull, as a person does by tapping the status line. */
  requestSync: () => void
  /** The outbox's file, for reading. */
  outbox: () => OutboxReader
  ledger: () => CountReader
  /** Sheets whose mark is not delivered yet. */
  waitingSheets: () => string[]
  /** Sheets with a mark in this state. */
  sheetsIn: (state: string) => string[]
  /** The cache's. */
  cache: () => CacheReader
  filesWithKey: () => string[]
  end: () => Promise<void>
}

const whileOpening: readonly Boundary[] = ['outbox_open', 'cache_open', 'station_open']

interface Running {
  folder: string
  opened: OpenedStation | null
  isKilled: boolean
  ended: Promise<void> | null
  calls: number
  status: StatusView | null
}
export async function createSimStation(options: SimStationOptions): Promise<SimStation> {
  const station = new RealSimStation(options)
  await station.giveKey(options.key)
  return station
}

class RealSimStation implements SimStation {
  readonly #options: SimStationOptions
  #generation = 0
  #running: Running | null = null
  #killed: Running | null = null
  #wallOffset = 0
  readonly #plannedKills = new Set<string>()
  #ledgerReader: (OutboxReader & CountReader) | null = null
  #cacheReader: CacheReader | null = null
  readonly #ticks: Tick[] = []
  readonly #acts: Act[] = []
  readonly #keysEver: string[]

  constructor(options: SimStationOptions) {
    this.#options = options
    this.#keysEver = [this.#options.key]
    mkdirSync(this.#folder())
    writeSettings(this.#folder(), { baseUrl: this.#options.proxy.baseUrl })
  }

  async giveKey(key: string): Promise<void> {
    const safe = await openKeySafe({ folder: this.#folder(), system: null, random: randomBytes })
    await safe.set(this.#options.proxy.baseUrl, key)
    this.#keysEver.push(key)
  }

  ledger(): OutboxReader & CountReader {
    if (this.#ledgerReader === null) {
      const db = new Database(join(this.#folder(), 'outbox.db'), { readonly: true })
      this.#ledgerReader = { ...readOutbox(db), ...readCounts(db) }
    }
    return this.#ledgerReader
  }

  open(): void {
    const openedAt = this.#options.clock.monotonic()
    const running: Running = {
      folder: this.#folder(),
      opened: null,
      isKilled: false,
      ended: null,
      calls: 0,
      status: null,
    }
    this.#running = running
    const ownClock: Clock = {
      now: () => this.#options.clock.now() + this.#wallOffset,
      monotonic: () => this.#options.clock.monotonic() - openedAt,
      wait: this.#options.clock.wait,
    }
    try {
      running.opened = openStation({
        dataFolder: running.folder,
        clock: ownClock,
        systemKeyStore: null,
        testHooks: {
          onRule: (rule) => {
            if (!running.isKilled) this.#options.onRule(rule)
          },
          onBoundary: (boundary) => {
            const stops = running.isKilled || this.#plannedKills.has(boundary)
            if (!running.isKilled && stops) this.#kill(boundary)
            // a half-opened station cannot be closed, so it finishes opening, on files that are no longer used
            if (stops && !whileOpening.includes(boundary)) throw new Killed(boundary)
          },
          onExchange: (phase) => {
            if (phase === 'over') running.calls -= 1
            else if (running.isKilled) throw new Killed('a call')
            else running.calls += 1
            if (phase === 'begun' && !this.#options.proxy.isUp()) this.#options.onRefused()
          },
        },
      })
    } catch (error) {
      if (error instanceof Killed) return
      throw error
    }
    running.opened.station.subscribe((push) => {
      if (push.name === 'status') running.status = push.data
    })
  }

  async removeKilled(): Promise<void> {
    const killed = this.#killed
    this.#killed = null
    if (killed === null) return
    for (const call of this.#options.proxy.held()) call.cut('reset')
    await this.#end(killed)
    // writes that the system had begun before the kill may still create files
    rmSync(killed.folder, { recursive: true, force: true, maxRetries: 10 })
  }

  async close(): Promise<void> {
    const ending = this.#running
    if (ending === null) return
    await this.#end(ending)
    // it may have been killed while it ended
    if (this.#running === ending) this.#running = null
  }

  get name() {
    return this.#options.name
  }

  get proxy() {
    return this.#options.proxy
  }

  get ticks() {
    return this.#ticks
  }

  get acts() {
    return this.#acts
  }

  tally(kind: string): void {
    this.#options.onWork(kind)
  }

  get keysEver() {
    return this.#keysEver
  }

  now(): number {
    return this.#options.clock.now() + this.#wallOffset
  }

  generation(): number {
    return this.#generation
  }

  isUp(): boolean {
    return this.#running !== null
  }

  isKilled(): boolean {
    return this.#killed !== null
  }

  calls(): number {
    return this.#running?.calls ?? 0
  }

  status(): StatusView | null {
    return this.#running?.status ?? null
  }

  killAt(boundary: Boundary, insteadOf: readonly Boundary[] = []): void {
    for (const other of insteadOf) this.#plannedKills.delete(other)
    this.#plannedKills.add(boundary)
  }

  cancelKills(): void {
    this.#plannedKills.clear()
  }

  killNow(): void {
    this.#kill('no boundary')
  }

  putOlderStore(schema: number): number | null {
    this.#closeReaders()
    return downgradeStore(this.#folder(), schema)
  }

  stepWallClock(ms: number): void {
    this.#wallOffset += ms
  }

  do<T>(act: (handlers: Station['handlers']) => T | Promise<T>): Tried<T> {
    const opened = this.#running?.opened ?? null
    if (opened === null) return failed('down')
    try {
      const value = act(opened.station.handlers)
      if (value instanceof Promise) throw new Error('only calls that answer at once')
      return ok(value)
    } catch (error) {
      if (error instanceof CallError) return failed(error.code)
      if (error instanceof Killed) return failed('killed')
      throw error
    }
  }

  requestSync(): void {
    const pull = this.#running?.opened?.station.handlers['sync.now']({})
    void Promise.resolve(pull).catch(() => undefined)
  }

  outbox(): OutboxReader {
    return this.ledger()
  }

  waitingSheets(): string[] {
    return this.ledger()
      .rows()
      .flatMap((row) => (isSettled(row) || needsPerson(row) ? [] : [row.sheet_id]))
  }

  sheetsIn(state: string): string[] {
    return this.ledger()
      .rows()
      .flatMap((row) => (row.state === state ? [row.sheet_id] : []))
  }

  cache(): CacheReader {
    this.#cacheReader ??= readCache(new Database(join(this.#folder(), 'cache.db'), { readonly: true }))
    return this.#cacheReader
  }

  filesWithKey(): string[] {
    return readdirSync(this.#folder(), { withFileTypes: true })
      .flatMap((entry) => (entry.isFile() && entry.name !== 'keys.json' ? [entry.name] : []))
      .filter((file) => {
        const bytes = readFileSync(join(this.#folder(), file))
        return this.#keysEver.some((key) => bytes.includes(key))
      })
  }

  async end(): Promise<void> {
    this.#plannedKills.clear()
    await this.close()
    await this.removeKilled()
    this.#closeReaders()
    await this.#options.proxy.lineDown()
  }

  #folderOf(number: number): string {
    return join(this.#options.folder, `${this.#options.name}-${number}`)
  }

  #closeReaders(): void {
    this.#ledgerReader?.close()
    this.#cacheReader?.close()
    this.#ledgerReader = null
    this.#cacheReader = null
  }

  #folder(): string {
    return this.#folderOf(this.#generation)
  }

  #kill(boundary: string): void {
    const dying = this.#running
    if (dying === null) throw new Error(`${this.#options.name} is not running`)
    this.#generation += 1
    copyFolder(dying.folder, this.#folder())
    this.#closeReaders()
    dying.isKilled = true
    this.#killed = dying
    this.#running = null
    this.#plannedKills.delete(boundary)
    this.#options.onKill(boundary)
  }

  async #end(ending: Running): Promise<void> {
    ending.ended ??= ending.opened?.close() ?? Promise.resolve()
    await ending.ended
  }
}

/** Copies what a kill leaves: every file as it is at this moment. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile() && entry.name !== 'station.log') copyFileSync(join(from, entry.name), join(to, entry.name))
}

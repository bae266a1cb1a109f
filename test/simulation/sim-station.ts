// One real station of a simulation: opened on a folder, killed in the midst of a step, opened again on what the kill left; and the
// operator who stands before it.
import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CallError, type CallErrorCode, type Station, type StatusView } from '../../shared/station-api/index.ts'
import type { Clock } from '../../src-main/platform/clock.ts'
import { openKeySafe } from '../../src-main/station/key-safe.ts'
import { writeSettings } from '../../src-main/station/settings.ts'
import { openStation, type OpenedStation, type StationWatch } from '../../src-main/station/station.ts'
import type { ManualClock } from '../manual-clock.ts'
import type { FaultProxy } from './fault-proxy.ts'
import { lookIntoCache, type CacheLook } from './cache-look.ts'
import { lookIntoLedger, type LedgerLook } from './ledger-look.ts'
import { makeOlder } from './older-store.ts'
import { isSettled, lookInto, needsPerson, type OutboxLook } from './outbox-rows.ts'

export type Boundary = Parameters<NonNullable<StationWatch['onBoundary']>>[0]

/** Thrown where the station was killed, so that the step goes no further. */
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
  /** Of the sheet as the operator saw it. */
  drawing: string
  /** Drawings for which a person had it sent all the same. */
  alsoFor: string[]
  undone: boolean
  /** A person decided about it. */
  decided: boolean
}

/** Something that was counted: what each row of it adds. */
export interface Act {
  id: string
  pieceNo: number
  deltas: number[]
  /** The screen was told that it is kept; else it may be or not. */
  seen: boolean
}

export type Tried<T> = { ok: true; value: T } | { ok: false; code: CallErrorCode | 'killed' | 'down' }

export interface SimStationOptions {
  name: string
  folder: string
  clock: ManualClock
  proxy: FaultProxy
  key: string
  onLine: (line: string) => void
  /** It was killed there. */
  onKill: (boundary: string) => void
  /** Something was done with counts. */
  onWork: (what: string) => void
  /** A call left while nothing listened. */
  onRefused: () => void
}

export interface SimStation {
  name: string
  proxy: FaultProxy
  /** Rises with every kill. */
  generation: () => number
  isUp: () => boolean
  /** Calls that have left and not come back. */
  calls: () => number
  ticks: Tick[]
  acts: Act[]
  /** Counts that this was done. */
  tally: (what: string) => void
  /** What the screen was told last. */
  status: () => StatusView | null
  open: () => void
  /** Killed, and not yet cleared away. */
  isKilled: () => boolean
  /** What is left of a killed station goes; its folder is the copy. */
  clearAway: () => Promise<void>
  /** Ended in order. */
  close: () => Promise<void>
  /** The next time that it comes to this boundary it is killed there, and at none of the others. */
  killAt: (boundary: Boundary, insteadOf?: readonly Boundary[]) => void
  /** It is killed nowhere any more. */
  spare: () => void
  killNow: () => void
  /** A station that does not run gets the store of an earlier program: of this schema or the next that can hold what it has. */
  putOlderStore: (schema: number) => number | null
  stepWallClock: (ms: number) => void
  /** By its own clock on the wall. */
  now: () => number
  giveKey: (key: string) => Promise<void>
  keysEver: string[]
  do: <T>(act: (handlers: Station['handlers']) => T | Promise<T>) => Tried<T>
  /** As a person who touches the line at the bottom. */
  askNow: () => void
  /** The outbox's file, for reading. */
  look: () => OutboxLook
  ledger: () => LedgerLook
  /** Sheets whose mark is on its way. */
  waitingSheets: () => string[]
  /** Sheets with a mark in this state. */
  sheetsIn: (state: string) => string[]
  /** The cache's. */
  lookAtCache: () => CacheLook
  filesWithKey: () => string[]
  end: () => Promise<void>
}

const whileOpening: readonly Boundary[] = ['outbox_open', 'cache_open', 'station_open']

interface Running {
  folder: string
  opened: OpenedStation | null
  dead: boolean
  ended: Promise<void> | null
  calls: number
  status: StatusView | null
}

export async function createSimStation(options: SimStationOptions): Promise<SimStation> {
  const { name, clock, proxy } = options
  let generation = 0
  const folderOf = (number: number): string => join(options.folder, `${name}-${number}`)
  let running: Running | null = null
  let corpse: Running | null = null
  let wallOffset = 0
  const aims = new Set<string>()
  let look: (OutboxLook & LedgerLook) | null = null
  let cacheLook: CacheLook | null = null
  const lookAway = (): void => {
    look?.close()
    cacheLook?.close()
    look = null
    cacheLook = null
  }
  const ticks: Tick[] = []
  const acts: Act[] = []
  const keysEver = [options.key]

  const folder = (): string => folderOf(generation)
  mkdirSync(folder())
  writeSettings(folder(), { baseUrl: proxy.baseUrl })
  const giveKey = async (key: string): Promise<void> => {
    const safe = await openKeySafe({ folder: folder(), system: null, random: randomBytes })
    await safe.set(proxy.baseUrl, key)
    keysEver.push(key)
  }
  await giveKey(options.key)

  const lookedInto = (): OutboxLook & LedgerLook => {
    if (look === null) {
      const db = new Database(join(folder(), 'outbox.db'), { readonly: true })
      look = { ...lookInto(db), ...lookIntoLedger(db) }
    }
    return look
  }
  const die = (boundary: string): void => {
    const dying = running
    if (dying === null) throw new Error(`${name} is not running`)
    generation += 1
    copyFolder(dying.folder, folder())
    lookAway()
    dying.dead = true
    corpse = dying
    running = null
    aims.delete(boundary)
    options.onKill(boundary)
  }
  const open = (): void => {
    const openedAt = clock.monotonic()
    const own: Running = {
      folder: folder(),
      opened: null,
      dead: false,
      ended: null,
      calls: 0,
      status: null,
    }
    running = own
    const ownClock: Clock = {
      now: () => clock.now() + wallOffset,
      monotonic: () => clock.monotonic() - openedAt,
      wait: clock.wait,
    }
    try {
      own.opened = openStation({
        dataFolder: own.folder,
        clock: ownClock,
        systemKeyStore: null,
        watch: {
          onLine: (line) => {
            if (!own.dead) options.onLine(line)
          },
          onBoundary: (boundary) => {
            const isKilled = own.dead || aims.has(boundary)
            if (!own.dead && isKilled) die(boundary)
            // half opened it could not be closed: it opens to its end, on files that count no more
            if (isKilled && !whileOpening.includes(boundary)) throw new Killed(boundary)
          },
          onExchange: (is) => {
            if (is === 'over') own.calls -= 1
            else if (own.dead) throw new Killed('a call')
            else own.calls += 1
            if (is === 'begun' && !proxy.isUp()) options.onRefused()
          },
        },
      })
    } catch (error) {
      if (error instanceof Killed) return
      throw error
    }
    own.opened.station.subscribe((push) => {
      if (push.name === 'status') own.status = push.data
    })
  }
  const end = async (ending: Running): Promise<void> => {
    ending.ended ??= ending.opened?.close() ?? Promise.resolve()
    await ending.ended
  }
  const clearAway = async (): Promise<void> => {
    const dead = corpse
    corpse = null
    if (dead === null) return
    for (const call of proxy.held()) call.cut('reset')
    await end(dead)
    rmSync(dead.folder, { recursive: true, force: true })
  }
  const close = async (): Promise<void> => {
    const ending = running
    if (ending === null) return
    await end(ending)
    // it may have been killed while it ended
    if (running === ending) running = null
  }

  return {
    name,
    proxy,
    ticks,
    acts,
    tally: options.onWork,
    keysEver,
    open,
    close,
    clearAway,
    giveKey,
    now: () => clock.now() + wallOffset,
    generation: () => generation,
    isUp: () => running !== null,
    isKilled: () => corpse !== null,
    calls: () => running?.calls ?? 0,
    status: () => running?.status ?? null,
    killAt: (boundary, insteadOf = []) => {
      for (const other of insteadOf) aims.delete(other)
      aims.add(boundary)
    },
    spare: () => aims.clear(),
    killNow: () => die('no boundary'),
    putOlderStore: (schema) => {
      lookAway()
      return makeOlder(folder(), schema)
    },
    stepWallClock: (ms) => {
      wallOffset += ms
    },
    do: (act) => {
      const opened = running?.opened ?? null
      if (opened === null) return { ok: false, code: 'down' }
      try {
        const value = act(opened.station.handlers)
        if (value instanceof Promise) throw new Error('only calls that answer at once')
        return { ok: true, value }
      } catch (error) {
        if (error instanceof CallError) return { ok: false, code: error.code }
        if (error instanceof Killed) return { ok: false, code: 'killed' }
        throw error
      }
    },
    askNow: () => {
      const asked = running?.opened?.station.handlers['sync.now']({})
      void Promise.resolve(asked).catch(() => undefined)
    },
    waitingSheets: () =>
      lookedInto()
        .rows()
        .flatMap((row) => (isSettled(row) || needsPerson(row) ? [] : [row.sheet_id])),
    sheetsIn: (state) =>
      lookedInto()
        .rows()
        .flatMap((row) => (row.state === state ? [row.sheet_id] : [])),
    look: lookedInto,
    ledger: lookedInto,
    lookAtCache: () => {
      cacheLook ??= lookIntoCache(new Database(join(folder(), 'cache.db'), { readonly: true }))
      return cacheLook
    },
    filesWithKey: () =>
      readdirSync(folder(), { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'keys.json')
        .map((entry) => entry.name)
        .filter((file) => {
          const bytes = readFileSync(join(folder(), file))
          return keysEver.some((key) => bytes.includes(key))
        }),
    end: async () => {
      aims.clear()
      await close()
      await clearAway()
      lookAway()
      await proxy.lineDown()
    },
  }
}

/** What a kill leaves: every file as it is at this moment. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile() && entry.name !== 'station.log') copyFileSync(join(from, entry.name), join(to, entry.name))
}

// Diagnostics for a technician: versions, sizes of the stores, free disk space, used calls, the clock and the last calls. Reads the
// folder; checks the integrity of the stores only on request, in a worker thread.
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'
import { dayMs, minuteMs } from '../../../shared/base/durations.ts'
import type { DiagnosticsView } from '../../../shared/station-api/index.ts'
import { perMinute, type Limits } from '../../../shared/workshop-api/index.ts'
import { checkFileIntegrity } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'

type LastCall = DiagnosticsView['lastCalls'][number]

const maxLastCalls = 50

/** The last calls to the service that have ended. */
export class LastCalls {
  readonly #clock: Pick<Clock, 'now'>
  readonly #calls: LastCall[] = []

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  add(call: Omit<LastCall, 'endedAt'>): void {
    this.#calls.unshift({ endedAt: new Date(this.#clock.now()).toISOString(), ...call })
    this.#calls.length = Math.min(this.#calls.length, maxLastCalls)
  }

  /** Newest first. */
  list(): LastCall[] {
    return [...this.#calls]
  }
}

export interface DiagnosticsParts {
  dataFolder: string
  exportFolder: string
  backupFolder: string
  clock: Clock
  /** The service's time, ms since 1970. */
  serviceNow: () => number
  serviceOffsetMs: () => number | null
  limits: () => Limits
  /** The calls in a window such as `day/20781`. */
  callsIn: (window: string) => number
  pollPauseMs: () => number
  lastCalls: LastCalls
}

export function createDiagnostics(
  parts: DiagnosticsParts,
): (request: { integrity: boolean }) => Promise<DiagnosticsView> {
  const { dataFolder, clock } = parts
  const inFolder = (...path: string[]): string => join(dataFolder, ...path)
  const openedAt = clock.monotonic()
  return async ({ integrity }) => {
    const [ledger = null, cache = null] = integrity
      ? await checkFileIntegrity([inFolder('outbox.db'), inFolder('cache.db')])
      : []
    const limits = parts.limits()
    const now = parts.serviceNow()
    return {
      takenAt: new Date(clock.now()).toISOString(),
      versions: [
        { name: 'Kant', version: kantVersion() },
        { name: 'Node', version: process.versions.node },
        ...(process.versions['electron'] === undefined
          ? []
          : [{ name: 'Electron', version: process.versions['electron'] }]),
        { name: platform(), version: `${release()} ${arch()}` },
      ],
      uptimeSeconds: Math.round((clock.monotonic() - openedAt) / 1_000),
      stores: [
        store('outbox', sizeOf(inFolder('outbox.db'), inFolder('outbox.db-wal')), ledger),
        store('journal', folderSize(inFolder('journal'))),
        store('cache', sizeOf(inFolder('cache.db'), inFolder('cache.db-wal')), cache),
        store('log', sizeOf(inFolder('station.log'), inFolder('station.log.1'))),
        store('exports', folderSize(parts.exportFolder)),
        store('backups', folderSize(parts.backupFolder)),
      ],
      diskFreeBytes: diskFree(dataFolder),
      calls: {
        today: parts.callsIn(`day/${Math.floor(now / dayMs)}`),
        day: limits.callsPerDay,
        thisMinute: parts.callsIn(`minute/${Math.floor(now / minuteMs)}/read`),
        minute: perMinute(limits, 'read'),
      },
      clockOffsetMs: parts.serviceOffsetMs(),
      pollPauseMs: parts.pollPauseMs(),
      lastCalls: parts.lastCalls.list(),
    }
  }
}

const versioned = z.object({ version: z.string() })

/** The depth below the package differs between the sources and the packaged program. */
function kantVersion(): string {
  for (const up of ['../../..', '../..', '..'])
    try {
      return versioned.parse(JSON.parse(readFileSync(join(import.meta.dirname, up, 'package.json'), 'utf8'))).version
    } catch {
      // not there: one folder up
    }
  return '?'
}

const store = (name: DiagnosticsView['stores'][number]['name'], bytes: number, integrity: string | null = null) => ({
  name,
  bytes,
  integrity,
})

const sizeOf = (...paths: string[]): number =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

/** 0 for a missing folder. */
function folderSize(folder: string): number {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return sizeOf(...entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)))
  } catch {
    return 0
  }
}

function diskFree(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

// How the station fares, for a technician: versions, sizes of what it keeps, room on the disk, calls used, its clock, its last calls.
// Reads the folder; has the stores looked through only when it is asked to, on a thread beside.
import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'
import type { DiagnosticsView } from '../../../shared/station-api/index.ts'
import { perMinute, type Limits } from '../../../shared/workshop-api/index.ts'
import { lookThrough } from '../../outbox/index.ts'
import type { Clock } from '../../platform/clock.ts'

type LastCall = DiagnosticsView['lastCalls'][number]

export interface LastCalls {
  ended: (call: { call: string; ended: string; requestId: string | null; ms: number }) => void
  /** Newest first. */
  list: () => LastCall[]
}

const callsKept = 50

export function keepLastCalls(clock: Pick<Clock, 'now'>): LastCalls {
  const calls: LastCall[] = []
  return {
    ended: (call) => {
      calls.unshift({ at: new Date(clock.now()).toISOString(), ...call })
      calls.length = Math.min(calls.length, callsKept)
    },
    list: () => [...calls],
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
  /** Calls counted in such a window as `day/20781`. */
  callsIn: (window: string) => number
  pollPauseMs: () => number
  lastCalls: LastCalls
}

const dayMs = 86_400_000
const minuteMs = 60_000

export function createDiagnostics(
  parts: DiagnosticsParts,
): (asked: { integrity: boolean }) => Promise<DiagnosticsView> {
  const { dataFolder, clock } = parts
  const at = (...path: string[]): string => join(dataFolder, ...path)
  const openedAt = clock.monotonic()
  return async ({ integrity }) => {
    const [outbox = null, cache = null] = integrity ? await lookThrough([at('outbox.db'), at('cache.db')]) : []
    const limits = parts.limits()
    const now = parts.serviceNow()
    return {
      at: new Date(clock.now()).toISOString(),
      versions: [
        { name: 'Kant', version: kantVersion() },
        { name: 'Node', version: process.versions.node },
        ...(process.versions['electron'] === undefined
          ? []
          : [{ name: 'Electron', version: process.versions['electron'] }]),
        { name: platform(), version: `${release()} ${arch()}` },
      ],
      upSeconds: Math.round((clock.monotonic() - openedAt) / 1_000),
      stores: [
        store('outbox', sizeOf(at('outbox.db'), at('outbox.db-wal')), outbox),
        store('journal', folderSize(at('journal'))),
        store('cache', sizeOf(at('cache.db'), at('cache.db-wal')), cache),
        store('log', sizeOf(at('station.log'), at('station.log.1'))),
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

/** As packed, the program lies deeper than as a source. */
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

/** 0 where there is none. */
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

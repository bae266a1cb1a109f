// First step of opening a station: the settings, the log, the key and the two stores. Accesses the station's data folder.
import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { Emitter } from '../../../shared/base/emitter.ts'
import { openCache } from '../../cache/index.ts'
import type { Cache } from '../../cache/index.ts'
import { openLedger, type Ledger } from '../../ledger/index.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import type { CloseStack } from '../../platform/close-stack.ts'
import { openFolderKeys, StationKey } from '../keys/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import type { Restoring, StationOptions, StationTestHooks } from './station-options.ts'

export interface Stores {
  dataFolder: string
  clock: Clock
  testHooks: StationTestHooks
  /** The settings with which the station was opened; null: no workshop is connected. */
  settings: Settings | null
  log: Log
  /** Returns a listener that writes what failed, and the error, into the log. */
  logError: (message: string) => (error: unknown) => void
  key: StationKey
  ledger: Ledger
  cache: Cache
  /** The cache began to fail, works again, or was replaced by an empty one. */
  cacheProblems: Emitter<void>
  /** What changes while the station runs, and is not stored here. */
  session: Session
}

interface Session {
  ownBrakeId: string | null
  /** Null: no backup was restored, or a person has read the result. */
  restoring: Restoring | null
}

/** Throws a SettingsError for invalid settings. `closers` has each part as soon as it is open, also where a later one throws. */
export function openStores(options: StationOptions, closers: CloseStack): Stores {
  const { dataFolder, clock = systemClock, testHooks = {}, prepared } = options
  const settings = readSettings(dataFolder)
  const { log, close: closeLog } = openLog(dataFolder)
  closers.add(closeLog)
  const logError = (message: string) => (error: unknown) => log.error({ fault: String(error) }, message)
  const key = new StationKey(
    () => openFolderKeys(dataFolder, clock, options.systemKeyStore),
    logError('the key cannot be read'),
  )
  const ledger = openLedger({
    folder: dataFolder,
    clock,
    onError: logError('the ledger failed'),
    testHooks,
    prepared,
  })
  closers.add(() => ledger.close())
  testHooks.onLedger?.(ledger)
  const cacheProblems = new Emitter<void>(logError('a problem of the cache cannot be shown'))
  const cache = openCache({
    folder: dataFolder,
    clock,
    onWarning: () => cacheProblems.emit(),
    onProblem: () => cacheProblems.emit(),
    onBoundary: testHooks.onBoundary,
  })
  closers.add(() => cache.close())
  testHooks.onBoundary?.('cache_open')
  const session = { ownBrakeId: settings?.ownBrakeId ?? null, restoring: options.restoring ?? null }
  return { dataFolder, clock, testHooks, settings, log, logError, key, ledger, cache, cacheProblems, session }
}

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

const maxBytes = 8 * 1024 * 1024

/**
 * The log: JSON lines in one file, which is replaced when it is large; one earlier file stays as `station.log.1`. Keys and tokens are
 * redacted; bodies of calls are never logged.
 */
function openLog(folder: string): { log: Log; close: () => void } {
  const path = join(folder, 'station.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`)
  const file = pino.destination({ dest: path, mode: 0o600, sync: true })
  const paths = ['key', '*.key', 'authorization', '*.authorization', 'token', '*.token']
  return { log: pino({ base: null, redact: paths }, file), close: () => file.end() }
}

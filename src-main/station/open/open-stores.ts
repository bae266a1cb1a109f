// First step of opening a station: the settings, the log, the key and the two stores. Accesses the station's data folder.
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { Emitter } from '../../../shared/base/emitter.ts'
import { openCache } from '../../cache/index.ts'
import type { Cache } from '../../cache/index.ts'
import { openLedger, type Ledger, type Sheet } from '../../ledger/index.ts'
import { systemClock, type Clock } from '../../platform/clock.ts'
import type { CloseStack } from '../../platform/close-stack.ts'
import { LogFile } from '../../platform/log-file.ts'
import { openFolderKeys, StationKey } from '../keys/index.ts'
import { FactsElsewhere } from '../peers/index.ts'
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
  /** What other stations did; empty while this one is alone. */
  elsewhere: FactsElsewhere
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

/** The key of the machine at which this station bends a sheet: its brake, otherwise the machine that the sheet is planned for; null: none. */
export const machineHere =
  ({ session, ledger }: Pick<Stores, 'session' | 'ledger'>) =>
  (sheet: Sheet): string | null =>
    session.ownBrakeId ?? ledger.plans.machineOf(sheet)

/** Throws a SettingsError for invalid settings. `closers` has each part as soon as it is open, also where a later one throws. */
export function openStores(options: StationOptions, closers: CloseStack): Stores {
  const { dataFolder, clock = systemClock, testHooks = {}, prepared } = options
  const { onBoundary = () => undefined } = testHooks
  const settings = readSettings(dataFolder)
  onBoundary('settings_open')
  const { log, close: closeLog } = openLog(dataFolder)
  closers.add(closeLog)
  onBoundary('log_open')
  const logError = (message: string) => (error: unknown) => log.error({ fault: String(error) }, message)
  const key = new StationKey(
    () => openFolderKeys(dataFolder, clock, options.systemKeyStore),
    logError('the key cannot be read'),
  )
  onBoundary('key_open')
  const elsewhere = new FactsElsewhere(clock.now)
  const ledger = openLedger({
    folder: dataFolder,
    clock,
    onError: logError('the ledger failed'),
    testHooks,
    prepared,
    elsewhere,
  })
  closers.add(() => ledger.close())
  testHooks.onLedger?.(ledger)
  const cacheProblems = new Emitter<void>(logError('a problem of the cache cannot be shown'))
  const cache = openCache({
    folder: dataFolder,
    clock,
    onWarning: () => cacheProblems.emit(),
    onProblem: () => cacheProblems.emit(),
    onBoundary,
  })
  closers.add(() => cache.close())
  onBoundary('cache_open')
  const session = { ownBrakeId: settings?.ownBrakeId ?? null, restoring: options.restoring ?? null }
  return {
    dataFolder,
    clock,
    testHooks,
    settings,
    log,
    logError,
    key,
    ledger,
    elsewhere,
    cache,
    cacheProblems,
    session,
  }
}

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

const maxBytes = 8 * 1024 * 1024

const missingLine = (missing: number): string =>
  JSON.stringify({ level: pino.levels.values['warn'], time: Date.now(), missing, msg: 'lines of the log are missing' })

/**
 * The log: JSON lines in one file, which is replaced when it is large; one earlier file stays as `station.log.1`. Keys and tokens are
 * redacted; bodies of calls are never logged. A disk that refuses a line stops nothing.
 */
function openLog(folder: string): { log: Log; close: () => Promise<void> } {
  const file = new LogFile({ path: join(folder, 'station.log'), maxBytes, missingLine })
  const paths = ['key', '*.key', 'authorization', '*.authorization', 'token', '*.token']
  return { log: pino({ base: null, redact: paths }, file), close: () => file.close() }
}

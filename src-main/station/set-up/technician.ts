// The handlers of the technician's calls: set-up, tests, diagnostics, support bundle and backups. Touches the station only through its
// parameters.
import { join } from 'node:path'
import type { BrakeView, setUpCalls, Station, StatusView, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Limits } from '../../../shared/workshop-api/index.ts'
import type { Ledger, RestoredBackup } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readAttachFile } from '../attach/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import type { StationKey, SystemKeyStore } from '../keys/index.ts'
import { backupFolder, createBackupHandlers } from './backups.ts'
import { createDiagnostics, type LastCalls } from './diagnostics.ts'
import type { ScreenAccess } from '../access/index.ts'
import { createConnectionTests } from './connection-tests.ts'
import { readLogLines } from './log-lines.ts'
import { redactSecrets } from './secrets.ts'
import { createSetUpHandlers } from './set-up-handlers.ts'
import { createSupportHandlers } from './support-bundle.ts'

export type TechnicianHandlers = Pick<Station['handlers'], keyof typeof setUpCalls>

/** Closes the station, restores a backup while no process has its folder if one is given, and opens it again. */
export type Restart = (between?: () => RestoredBackup) => void

export interface TechnicianParts {
  dataFolder: string
  connectFolder: string
  exportFolder: string
  resources: string
  clock: Clock
  opened: Settings | null
  systemKeyStore: SystemKeyStore | null | undefined
  key: Pick<StationKey, 'current' | 'isInFile'>
  access: Pick<ScreenAccess, 'pins' | 'locks' | 'screen' | 'notifyShell'>
  ledger: { marks: Pick<Ledger['marks'], 'marksNeedingAttention' | 'summary'> }
  status: () => StatusView
  brake: () => BrakeView
  workshop: () => WorkshopView
  connection: {
    serviceNow: () => number
    serviceOffsetMs: () => number | null
    limits: () => Limits
    callsIn: (window: string) => number
    pollPauseMs: () => number
    lastCalls: LastCalls
  }
  fingerprint: () => string | null
  syncNow: () => Promise<void>
  restart: Restart | null
}

/** The greatest number of marks in a bundle. */
const maxMarks = 500

export function openTechnician(parts: TechnicianParts): TechnicianHandlers {
  const { dataFolder, exportFolder, clock, key, restart } = parts
  const diagnose = createDiagnostics({
    ...parts.connection,
    dataFolder,
    exportFolder,
    backupFolder: backupFolder(dataFolder),
    clock,
  })
  const secrets = (): string[] => {
    const token = readAttachFile(dataFolder)?.token
    return [key.current(), token].filter((secret) => typeof secret === 'string')
  }
  const redact = (text: string): string => redactSecrets(text, secrets()).text
  const setUp = createSetUpHandlers({
    ...parts,
    workshopChanged: () => void parts.workshop(),
    restart: restart === null ? null : () => restart(),
  })
  return {
    ...setUp,
    ...createConnectionTests(parts),
    'setup.diagnostics': diagnose,
    'setup.log': (request) => readLogLines(dataFolder, request, redact),
    ...createSupportHandlers({
      sources: {
        set_up: () => ({ settings: readSettings(dataFolder), connected: readSettings(dataFolder) !== null }),
        status: parts.status,
        diagnostics: () => diagnose({ integrity: true }),
        marks: () => ({ ...parts.ledger.marks.summary(), marks: parts.ledger.marks.marksNeedingAttention(maxMarks) }),
        brake: parts.brake,
        tables: () => parts.workshop().wrong,
        // the bundle redacts and counts the secrets
        log: () =>
          readLogLines(dataFolder, { level: 'info', text: '' }, (line) => line).lines.map(
            ({ loggedAt, level, text }) => `${loggedAt ?? ''} ${level} ${text}`,
          ),
      },
      secrets,
      folder: join(exportFolder, 'support'),
      clock,
    }),
    ...createBackupHandlers({ dataFolder, clock, fingerprint: parts.fingerprint, restart }),
  }
}

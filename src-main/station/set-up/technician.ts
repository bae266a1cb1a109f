// All that the technician's calls need of the station, put together: the set-up, the tests, the look inside, support bundle and
// backups. Opens nothing of its own.
import { join } from 'node:path'
import type { BrakeView, Station, StatusView, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Limits } from '../../../shared/workshop-api/index.ts'
import type { Outbox } from '../../outbox/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { readAttachFile } from '../attach-file.ts'
import type { Restart } from '../station-options.ts'
import { readSettings, type Settings } from '../settings.ts'
import type { SystemKeyStore } from '../system-key-store.ts'
import { backupFolder, createBackupDesk } from './backup-desk.ts'
import { createDiagnostics, type LastCalls } from './diagnostics.ts'
import type { FrontDesk } from './front-desk.ts'
import { createLineTests } from './line-tests.ts'
import { readLogLines } from './log-lines.ts'
import { strikeSecrets } from './secrets.ts'
import { createSetUpDesk } from './set-up-desk.ts'
import { createSupportDesk } from './support-desk.ts'
import type { setUpCalls } from '../../../shared/station-api/calls/set-up-calls.ts'

export type TechnicianHandlers = Pick<Station['handlers'], keyof typeof setUpCalls>

export interface TechnicianParts {
  dataFolder: string
  connectFolder: string
  exportFolder: string
  resources: string
  clock: Clock
  opened: Settings | null
  systemKeyStore: SystemKeyStore | null | undefined
  key: { current: () => string | null; inFile: () => boolean }
  front: Pick<FrontDesk, 'pins' | 'locks' | 'screen' | 'noticeShell'>
  outbox: { marks: Pick<Outbox['marks'], 'marksNeedingAttention' | 'summary'> }
  status: () => StatusView
  brake: () => BrakeView
  workshop: () => WorkshopView
  line: {
    serviceNow: () => number
    serviceOffsetMs: () => number | null
    limits: () => Limits
    callsIn: (window: string) => number
    pollPauseMs: () => number
    lastCalls: LastCalls
  }
  fingerprint: () => string | null
  askNow: () => Promise<void>
  restart: Restart | null
}

/** As many marks as a bundle tells of. */
const marksTold = 500

export function openTechnician(parts: TechnicianParts): TechnicianHandlers {
  const { dataFolder, exportFolder, clock, key, restart } = parts
  const diagnose = createDiagnostics({
    ...parts.line,
    dataFolder,
    exportFolder,
    backupFolder: backupFolder(dataFolder),
    clock,
  })
  const secrets = (): string[] => {
    const token = readAttachFile(dataFolder)?.token
    return [key.current(), token].filter((secret) => typeof secret === 'string')
  }
  const strike = (text: string): string => strikeSecrets(text, secrets()).text
  const setUp = createSetUpDesk({
    ...parts,
    workshopChanged: () => void parts.workshop(),
    restart: restart === null ? null : () => restart(),
  })
  return {
    ...setUp,
    ...createLineTests(parts),
    'setup.diagnostics': diagnose,
    'setup.log': (asked) => readLogLines(dataFolder, asked, strike),
    ...createSupportDesk({
      sources: {
        set_up: () => ({ settings: readSettings(dataFolder), connected: readSettings(dataFolder) !== null }),
        status: parts.status,
        diagnostics: () => diagnose({ integrity: true }),
        marks: () => ({ ...parts.outbox.marks.summary(), marks: parts.outbox.marks.marksNeedingAttention(marksTold) }),
        brake: parts.brake,
        tables: () => parts.workshop().wrong,
        // struck out with all the rest, and counted
        log: () =>
          readLogLines(dataFolder, { level: 'info', text: '' }, (line) => line).lines.map(
            ({ at, level, text }) => `${at ?? ''} ${level} ${text}`,
          ),
      },
      secrets,
      folder: join(exportFolder, 'support'),
      clock,
    }),
    ...createBackupDesk({ dataFolder, clock, fingerprint: parts.fingerprint, restart }),
  }
}

// Lists, makes and restores backups of the store of marks. Accesses the folder `backups` of the station's folder.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CallError, type BackupsView, type BackupView, type Station } from '../../../shared/station-api/index.ts'
import { backUpBeside, readBackups, restoreOutbox, type BackupFacts, type RestoredBackup } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'

export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

export interface BackupParts {
  dataFolder: string
  clock: Pick<Clock, 'now'>
  /** `shopSlug/environment` of the workshop whose sheets are stored; null: there are none. */
  fingerprint: () => string | null
  /** Closes the station, calls `between`, and opens the station again; null: the program that runs it cannot. */
  restart: ((between: () => RestoredBackup) => void) | null
}

export function createBackupHandlers(
  parts: BackupParts,
): Pick<Station['handlers'], 'backup.list' | 'backup.make' | 'backup.restore'> {
  const { dataFolder, clock, fingerprint, restart } = parts
  const list = (): Promise<BackupsView> => listBackups(dataFolder, fingerprint())
  return {
    'backup.list': list,
    'backup.make': async () => {
      await makeBackup(dataFolder, clock.now())
      return list()
    },
    'backup.restore': async ({ name }) => {
      const { backups } = await list()
      const backup = backups.find((one) => one.name === name)
      if (backup === undefined) throw new CallError('backup_unknown', `there is no backup ${name}`)
      if (backup.refusal !== null)
        throw new CallError('backup_refused', `${name} cannot be restored: ${backup.refusal}`)
      if (restart === null) throw new CallError('not_here', 'the program that runs this station cannot restart it')
      const workshop = fingerprint()
      // if restoring fails, the station opens with the store as it was, and shows a warning
      restart(() => restoreOutbox(dataFolder, join(backupFolder(dataFolder), name), clock.now(), workshop))
      return {}
    },
  }
}

/** Returns the file's path. */
export async function makeBackup(dataFolder: string, now: number): Promise<string> {
  const folder = backupFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `outbox-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.db`)
  await backUpBeside(dataFolder, path)
  return path
}

/** Newest first. */
export async function listBackups(dataFolder: string, fingerprint: string | null): Promise<BackupsView> {
  const folder = backupFolder(dataFolder)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  // leaves out folders, and links to files that are gone
  const paths = names
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  const facts = paths.length === 0 ? [] : await readBackups(paths)
  const backups = facts.map((one, index) => backupView(paths[index] ?? '', one, fingerprint))
  return { folder, backups: backups.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) }
}

function backupView(path: string, facts: BackupFacts, fingerprint: string | null): BackupView {
  const { bytes, marks, undelivered, fingerprints, wrong } = facts
  const isOfAnother = fingerprint !== null && fingerprints.some((one) => one !== fingerprint)
  return {
    name: basename(path),
    createdAt: statSync(path).mtime.toISOString(),
    bytes,
    marks,
    undelivered,
    refusal: wrong ?? (isOfAnother ? 'of_another' : null),
  }
}

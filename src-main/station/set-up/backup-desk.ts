// Backups of the store of marks: which there are, one more, and one put back. Touches the folder `backups` of the station's folder.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CallError, type BackupsView, type BackupView, type Station } from '../../../shared/station-api/index.ts'
import { backUpBeside, readBackups, restoreOutbox, type BackupFacts, type RestoredBackup } from '../../outbox/index.ts'
import type { Clock } from '../../platform/clock.ts'

export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

export interface BackupDeskParts {
  dataFolder: string
  clock: Pick<Clock, 'now'>
  /** `shopSlug/environment` of the workshop whose sheets these are; null: of none yet. */
  fingerprint: () => string | null
  /** Ends the station, does that, and begins anew; null: whoever runs it cannot. */
  restart: ((between: () => RestoredBackup) => void) | null
}

export function createBackupDesk(
  parts: BackupDeskParts,
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
      const found = backups.find((one) => one.name === name)
      if (found === undefined) throw new CallError('backup_unknown', `there is no backup ${name}`)
      if (found.refused !== null) throw new CallError('backup_refused', `${name} cannot be put back: ${found.refused}`)
      if (restart === null) throw new CallError('not_here', 'whoever runs this station cannot begin it anew')
      const workshop = fingerprint()
      // where the disk will not have it, the station begins anew with the store as it was, and says so
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
  // a folder, or a link to what is gone, is nobody's backup
  const paths = names
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
  const facts = paths.length === 0 ? [] : await readBackups(paths)
  const backups = facts.map((found, at) => backupView(paths[at] ?? '', found, fingerprint))
  return { folder, backups: backups.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1)) }
}

function backupView(path: string, found: BackupFacts, fingerprint: string | null): BackupView {
  const { bytes, marks, undelivered, fingerprints, wrong } = found
  const isOfAnother = fingerprint !== null && fingerprints.some((one) => one !== fingerprint)
  return {
    name: basename(path),
    madeAt: statSync(path).mtime.toISOString(),
    bytes,
    marks,
    undelivered,
    refused: wrong ?? (isOfAnother ? 'of_another' : null),
  }
}

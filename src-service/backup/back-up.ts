// Copies a data folder into one file while the service runs: the database as it is at one moment, with SQLite's online backup, and the
// files of its orders. Reads the folder and writes the named file.
import Database from 'better-sqlite3'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Refusal, attachmentsFolderOf, hasStore, storeFileOf, syncFolderNow } from '../store/index.ts'
import type { Connection } from '../store/index.ts'
import { archiveTable, archivedMode, archivedName, createArchive } from './backup-file.ts'
import type { BackupContents } from './backup-file.ts'

export interface Backup extends BackupContents {
  /** The ids of attachments whose file is missing in the folder. */
  lostAttachments: string[]
}

/** All pages in one step: a copy in several steps starts again whenever another process writes. Writers do not wait for it. */
const allPages = 0x7fff_ffff
const busyMs = 5_000
/** How often the copy is repeated because attachments were deleted while they were copied. */
const maxAttempts = 10

/**
 * Writes the backup, complete or not at all. `onSnapshot` is called when the database is copied and before the files are. Throws a
 * `Refusal` if the folder has no store or the file exists, and the error of the disk.
 */
export async function backUp(dataFolder: string, file: string, onSnapshot = (): void => {}): Promise<Backup> {
  if (!hasStore(dataFolder)) throw new Refusal('not_found', `${dataFolder} contains no workshop`)
  const path = resolve(file)
  if (existsSync(path)) throw new Refusal('invalid', `${path} exists already: give another name`)
  if (!existsSync(dirname(path))) throw new Refusal('invalid', `the folder ${dirname(path)} does not exist`)
  // two backups to one file at the same time do not mix
  const part = `${path}.${randomUUID()}.part`
  const source = new Database(storeFileOf(dataFolder), { fileMustExist: true, timeout: busyMs })
  try {
    const backup = await copyUntilConsistent(source, dataFolder, part, onSnapshot)
    syncFile(part)
    renameSync(part, path)
    syncFolderNow(dirname(path))
    return backup
  } finally {
    source.close()
    for (const each of [part, `${part}-journal`]) rmSync(each, { force: true })
  }
}

async function copyUntilConsistent(
  source: Connection,
  dataFolder: string,
  part: string,
  onSnapshot: () => void,
): Promise<Backup> {
  const isStored = source.prepare<[string], number>('SELECT 1 FROM attachment WHERE id = ?').pluck()
  for (let attempt = 1; ; attempt += 1) {
    rmSync(part, { force: true })
    // the database contains keys' hashes and secrets
    closeSync(openSync(part, 'wx', 0o600))
    // oxlint-disable-next-line no-await-in-loop -- a copy is repeated only after the one before
    await source.backup(part, { progress: () => allPages })
    chmodSync(part, 0o600)
    onSnapshot()
    const { missing, ...contents } = addAttachments(part, dataFolder)
    // A file is deleted only after its row. If the row is gone too, the order was deleted after the database was copied.
    const lost = missing.filter((id) => isStored.get(id) !== undefined)
    if (lost.length === missing.length || attempt === maxAttempts) return { ...contents, lostAttachments: lost }
  }
}

/** Adds the files of the copied rows. Returns the ids of those that do not exist. */
function addAttachments(part: string, dataFolder: string): BackupContents & { missing: string[] } {
  const copy = new Database(part)
  try {
    // The copy is one file: it needs no write-ahead log, and is synced as a whole.
    copy.pragma('journal_mode = DELETE')
    copy.pragma('synchronous = OFF')
    const ids = copy.prepare<[], string>('SELECT id FROM attachment ORDER BY id').pluck().all()
    const missing: string[] = []
    copy.transaction(() => {
      copy.exec(createArchive)
      const insert = copy.prepare(`INSERT INTO ${archiveTable} (name, mode, mtime, sz, data) VALUES (?, ?, ?, ?, ?)`)
      for (const id of ids) {
        const source = join(attachmentsFolderOf(dataFolder), id)
        if (!existsSync(source)) {
          missing.push(id)
          continue
        }
        const bytes = readFileSync(source)
        insert.run(archivedName(id), archivedMode, Math.floor(statSync(source).mtimeMs / 1000), bytes.length, bytes)
      }
    })()
    const orders = copy.prepare<[], number>('SELECT count(*) FROM work_order').pluck().get() ?? 0
    return { orders, attachments: ids.length - missing.length, missing }
  } finally {
    copy.close()
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

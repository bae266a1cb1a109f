// Rebuilds a store on request, from its readable rows and its journal. Accesses the outbox's files in its folder, which no station may
// hold.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { journalFiles } from '../journal/journal-files.ts'
import { openOutboxFile, readSetAside, type SetAside } from './store-file.ts'
import { holdFolder } from './station-lock.ts'
import { NoStoreError } from './store-reader.ts'

/** Throws NoStoreError where there is neither store nor journal, and the errors of `openLedger`. `now`: ms since 1970. */
export function rebuildOutbox(folder: string, now: number): SetAside {
  if (!existsSync(join(folder, 'outbox.db')) && journalFiles(folder).length === 0) throw new NoStoreError(folder)
  const held = holdFolder(folder)
  try {
    const db = openOutboxFile({ folder, now, rebuildBecause: 'somebody asked for it to be rebuilt' })
    const report = readSetAside(db)
    db.close()
    if (report === null) throw new Error(`${folder} was not rebuilt`)
    return report
  } finally {
    held.release()
  }
}

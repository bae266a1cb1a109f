// Rebuilds a store because somebody asks for it, from what is left of it and from its journal. Touches the files of the outbox in its
// folder, which no station may have meanwhile.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { journalFiles } from './journal-files.ts'
import { openOutboxFile, readSetAside, type SetAside } from './outbox-file.ts'
import { holdFolder } from './station-lock.ts'
import { NoStoreError } from './store-reader.ts'

/** Throws NoStoreError where there is neither store nor journal, and what `openOutbox` throws. `now`: milliseconds since 1970. */
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

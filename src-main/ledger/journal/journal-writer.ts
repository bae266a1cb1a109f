// Appends to the journal: a new file for each run of the program, and after each megabyte. Never changes what is written. Writes only
// in the folder that it gets.
import { open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../platform/sync-folder.ts'
import { journalFileName, makeJournalFolder } from './journal-files.ts'

// a start reads a whole file, so files are short
const fileBytes = 1_000_000

export interface JournalWriterOptions {
  /** The journal's folder. */
  folder: string
  /** The number of the next file. */
  nextNo: number
  /** Returns the first line of a new file. */
  head: () => string
}

export interface JournalWriter {
  /** Resolves when the text is on the disk. After an error the next call begins another file. */
  append: (text: string) => Promise<void>
  close: () => Promise<void>
}

export function createJournalWriter({ folder, nextNo, head }: JournalWriterOptions): JournalWriter {
  interface Writing {
    path: string
    file: FileHandle
    bytes: number
  }
  let no = nextNo
  let writing: Writing | null = null

  const begin = async (): Promise<Writing> => {
    makeJournalFolder(folder)
    const path = join(folder, journalFileName(no))
    return { path, file: await open(path, 'wx', 0o600), bytes: 0 }
  }
  const write = async (target: Writing, text: string): Promise<void> => {
    await target.file.appendFile(text)
    await target.file.datasync()
    if (target.bytes === 0) {
      await syncFolder(folder)
      await syncFolder(dirname(folder))
      no += 1
    }
    target.bytes += Buffer.byteLength(text)
  }
  const end = async (): Promise<void> => {
    const ended = writing
    writing = null
    await ended?.file.close()
  }

  return {
    append: async (text) => {
      const target = writing ?? (await begin())
      writing = target
      try {
        await write(target, target.bytes === 0 ? head() + text : text)
      } catch (error) {
        // the first error is reported, not one of the closing
        await end().catch(() => undefined)
        // a skipped number would look like a missing file
        if (target.bytes === 0) await rm(target.path).catch(() => (no += 1))
        throw error
      }
      if (target.bytes > fileBytes) await end()
    },
    close: end,
  }
}

// The highest version that an update feed has offered with a valid signature, in a file of the window's data folder.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { writeFileWhole } from '../../platform/write-file-whole.ts'
import type { UpdateParts } from './updates.ts'

const stored = z.strictObject({ highestVersion: z.string() })

export function highestVersionIn(folder: string): UpdateParts['highestVersion'] {
  const file = join(folder, 'update.json')
  return {
    read: () => {
      try {
        return stored.parse(JSON.parse(readFileSync(file, 'utf8'))).highestVersion
      } catch {
        return null
      }
    },
    write: (version) => writeFileWhole(file, `${JSON.stringify(stored.parse({ highestVersion: version }))}\n`),
  }
}

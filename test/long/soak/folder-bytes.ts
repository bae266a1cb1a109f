// The bytes of each file and folder of a station's data. Reads that folder.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** By the name below `folder`; a folder counts with everything in it. Files that go away meanwhile count as nothing. */
export function folderBytes(folder: string): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const [name = ''] = path.slice(folder.length + 1).split('/')
    bytes[name] = (bytes[name] ?? 0) + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }
  return bytes
}

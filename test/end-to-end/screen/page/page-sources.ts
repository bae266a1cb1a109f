// The sources of the page, and whether the build of `npm test` is the page of the current sources.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'

const root = join(import.meta.dirname, '../../../..')
const sources = ['src-renderer', 'shared', 'resources/translations', 'resources/fonts']
const settings = ['electron.vite.config.ts', 'package-lock.json', 'tsconfig.json']

/** The environment variable with the hash of the sources that `npm test` has built. */
export const builtSources = 'KANT_BUILT_SOURCES'

/** The folder of the built page if `npm test` built it from these sources, else null. */
export const pageOfTestRun = (hash: string): string | null =>
  process.env[builtSources] === hash ? join(root, 'out', 'renderer') : null

/** A hash of the content, so that a file with its earlier content and a new time has the same hash. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((folder) => filesIn(join(root, folder))).toSorted()
  for (const file of [...files, ...settings.map((name) => join(root, name))])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

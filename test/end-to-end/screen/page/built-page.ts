// The built page that all tests of the screen share: built as it is shipped, by the first that asks for it, and anew when anything
// that it is made of has changed. Writes below node_modules/.cache alone.
import { createHash } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import shipped from '../../../../electron.vite.config.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = ['src-renderer', 'shared', 'resources/translations', 'resources/fonts']
const settings = ['electron.vite.config.ts', 'package-lock.json', 'tsconfig.json']
const cache = join(root, 'node_modules', '.cache', 'kant-page')
const lookAgainMs = 100
const keptUnusedMs = 3_600_000

/** The folder of the page built from the sources as they are now. Rejects with what the build complained of. */
export async function builtPage(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  for (;;) {
    const folder = folderOf(sourceHash())
    if (isThere(folder)) {
      utimesSync(folder, new Date(), new Date())
      return folder
    }
    if (takeTurn()) {
      try {
        if (!isThere(folder)) await buildInto(folder)
      } finally {
        rmSync(turn, { force: true })
      }
    } else await pause(lookAgainMs)
  }
}

async function buildInto(folder: string): Promise<void> {
  dropUnused()
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  // as it is shipped: under the name 'test' React is its slow self, and React Aria draws every line of a long list
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      ...shipped.renderer,
      root: join(root, 'src-renderer'),
      base: '../',
      configFile: false,
      logLevel: 'error',
      build: { ...shipped.renderer?.build, outDir: unfinished, emptyOutDir: true },
    })
    // what was written under the builder's hands is no page of these sources
    if (folderOf(sourceHash()) === folder) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** By content: what is set back to an older state is that state again, whatever its time says. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((folder) => filesIn(join(root, folder))).toSorted()
  for (const file of [...files, ...settings.map((name) => join(root, name))])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

const folderOf = (hash: string): string => join(cache, hash)
const isThere = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const turn = join(cache, 'builder')

/** Whether this process is to build. One that ended amid its turn has lost it. */
function takeTurn(): boolean {
  const mine = join(cache, `turn-of-${process.pid}`)
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, turn)
    return true
  } catch {
    if (!isRunning(builder())) rmSync(turn, { force: true })
    return false
  } finally {
    rmSync(mine)
  }
}

/** This process, where the turn has just been given back. */
function builder(): number {
  try {
    return Number(readFileSync(turn, 'utf8'))
  } catch {
    return process.pid
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Pages that nobody has asked for in the last hour. */
function dropUnused(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (path !== turn && Date.now() - used > keptUnusedMs) rmSync(path, { recursive: true, force: true })
  }
}

// The built page that all screen tests share, built for production. The first test that needs it builds it, and builds it again when its
// sources have changed. Writes only below node_modules/.cache.
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
const retryMs = 100
const unusedAfterMs = 3_600_000

/** The folder of the page built from the current sources. Rejects with the error of the build. */
export async function builtPage(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  for (;;) {
    const folder = folderOf(sourceHash())
    if (exists(folder)) {
      utimesSync(folder, new Date(), new Date())
      return folder
    }
    if (takeLock()) {
      try {
        if (!exists(folder)) await buildInto(folder)
      } finally {
        rmSync(lock, { force: true })
      }
    } else await pause(retryMs)
  }
}

async function buildInto(folder: string): Promise<void> {
  removeUnused()
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  // with NODE_ENV 'test', React is slow and React Aria renders every line of a long list
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
    // if a source changed during the build, this is not the page of the current sources
    if (folderOf(sourceHash()) === folder) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** A hash of the content, so that a file with its earlier content and a new time has the same hash. */
function sourceHash(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((folder) => filesIn(join(root, folder))).toSorted()
  for (const file of [...files, ...settings.map((name) => join(root, name))])
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

const folderOf = (hash: string): string => join(cache, hash)
const exists = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const lock = join(cache, 'builder')

/** Whether this process may build. Removes the lock of a process that ended during its build. */
function takeLock(): boolean {
  const ownLock = join(cache, `lock-of-${process.pid}`)
  writeFileSync(ownLock, String(process.pid))
  try {
    linkSync(ownLock, lock)
    return true
  } catch {
    if (!isRunning(lockOwner())) rmSync(lock, { force: true })
    return false
  } finally {
    rmSync(ownLock)
  }
}

/** The process that has the lock; this process if the lock was just released. */
function lockOwner(): number {
  try {
    return Number(readFileSync(lock, 'utf8'))
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

/** Removes the pages that no test has used in the last hour. */
function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (path !== lock && Date.now() - used > unusedAfterMs) rmSync(path, { recursive: true, force: true })
  }
}

// The built page that all screen tests share, built for production. `npm test` has built it already; otherwise the first test that needs it
// builds it, and builds it again when its sources have changed. Writes only below node_modules/.cache.
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
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'vite'
import shipped from '../../../../electron.vite.config.ts'
import { pageOfTestRun, sourceHash } from './page-sources.ts'

const root = join(import.meta.dirname, '../../../..')
const cache = join(root, 'node_modules', '.cache', 'kant-page')
const retryMs = 100
const unusedAfterMs = 3_600_000

/** The folder of the page built from the current sources. Rejects with the error of the build. */
export async function builtPage(): Promise<string> {
  mkdirSync(cache, { recursive: true })
  for (;;) {
    const hash = sourceHash()
    const page = pageOfTestRun(hash)
    if (page !== null) return page
    const folder = folderOf(hash)
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

const folderOf = (hash: string): string => join(cache, hash)
const exists = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined

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

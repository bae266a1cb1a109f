// A disk refuses the cache's calls under a whole station with a real service: marks are stored and sent anyway, and the station warns
// about the fault.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeySafe } from '../../../src-main/station/keys/key-safe.ts'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openAdmin, type WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { fastNow } from '../../faults/crashes/fast-time.ts'

const program = join(import.meta.dirname, 'station-on-a-bad-disk.ts')
const marks = 3
const beginning = Date.now()
const clock = (): number => fastNow(beginning)
let root: string
let undamagedFolder: string
let service: Service
let admin: WorkshopAdmin

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'kant-bad-cache-'))
  const dataFolder = join(root, 'workshop')
  service = await startService({ dataFolder, port: 0, clock, limitFactor: 1_000 })
  admin = openAdmin({ dataFolder, clock })
  undamagedFolder = join(root, 'whole')
  mkdirSync(undamagedFolder)
  writeSettings(undamagedFolder, { baseUrl: service.baseUrl })
  const safe = await openKeySafe({ folder: undamagedFolder, system: null, random: randomBytes })
  await safe.set(service.baseUrl, admin.makeKey({ name: 'Kant' }))
})
afterAll(async () => {
  admin.close()
  await service.close()
  rmSync(root, { recursive: true, force: true })
})

interface Run {
  lines: string[]
  folder: string
}
/** A station with yesterday's cache. `fault`: in strace's syntax, for system calls on the cache's files only. */
async function run(folder: string, ids: readonly string[], fault: string | null): Promise<string[]> {
  const cache = join(folder, 'cache.db')
  const strace =
    fault === null
      ? []
      : ['strace', '-f', '-qq', '-o', '/dev/null', '-P', cache, '-P', `${cache}-wal`, '-e', `inject=${fault}`]
  const [command = '', ...args] = [...strace, process.execPath, program, String(beginning), folder, ...ids]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err.replace(/^strace: .*\n/gm, '')).toBe('')
  expect(await exit).toBe(0)
  return stdout.trimEnd().split('\n')
}
async function marking(fault: string): Promise<Run & { bent: number }> {
  const folder = mkdtempSync(join(root, 'station-'))
  cpSync(undamagedFolder, folder, { recursive: true })
  const ids = admin.makeSheets({ count: marks, approved: true })
  await run(folder, [], null)
  const lines = await run(folder, ids, fault)
  return { lines, folder, bent: ids.filter((id) => admin.sheets.find(id).bent?.by === 'KN').length }
}
const linesStartingWith = (lines: readonly string[], word: string): string[] =>
  lines.filter((line) => line.startsWith(`${word} `))

test.each([
  {
    name: 'cannot be written from some moment onwards',
    fault: 'pwrite64:error=ENOSPC:when=1+',
    warning: 'cache_failing',
  },
  { name: 'fails to be written for a while', fault: 'pwrite64:error=EIO:when=3..12', warning: 'cache_failing' },
  // three reads in a row must fail before the station gives the file up
  { name: 'cannot be read at its beginning', fault: 'pread64:error=EIO:when=2..4', warning: 'cache_rebuilt' },
  { name: 'cannot be read in its middle', fault: 'pread64:error=EIO:when=40..41', warning: 'cache_rebuilt' },
])('a cache that $name: every mark is stored and sent once, and the station warns', async ({ fault, warning }) => {
  const { lines, folder, bent } = await marking(fault)
  expect(linesStartingWith(lines, 'tick')).toHaveLength(marks)
  expect(bent).toBe(marks)
  expect(linesStartingWith(lines, 'queue')).toEqual([])
  expect(lines).toContain(`warning ${warning}`)
  expect(lines.at(-1)).toBe('needs a person 0')
  // and everything is as before once the disk works again
  const after = await run(folder, [], null)
  expect(after).toEqual(['fresh', 'needs a person 0'])
})

test('a single disk error leaves the cache as before', async () => {
  const { lines, bent } = await marking('pread64:error=EIO:when=40')
  expect([bent, lines.at(-1)]).toEqual([marks, 'needs a person 0'])
  expect(linesStartingWith(lines, 'warning')).toEqual([])
})

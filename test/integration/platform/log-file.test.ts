// A log file on a disk that refuses or hangs: no line throws or waits, and what is missing is counted and reported.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LogFile } from '../../../src-main/platform/log-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-log-file-'))
  path = join(folder, 'station.log')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (maxBytes = 1_000_000): LogFile =>
  new LogFile({ path, maxBytes, missingLine: (lines) => `missing ${lines}` })
const lines = (file = path): string[] => readFileSync(file, 'utf8').trimEnd().split('\n')

test('keeps the lines in order, for its user only', async () => {
  const log = open()
  for (const no of [1, 2, 3]) log.write(`line ${no}\n`)
  await log.close()
  expect(lines()).toEqual(['line 1', 'line 2', 'line 3'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('is replaced while it is in use, and at the next opening, and keeps one earlier file', async () => {
  const log = open(2_000)
  for (let no = 0; no < 10; no += 1) {
    const line = `${no}`.repeat(999)
    log.write(`${line}\n`)
    // one write for each line
    await expect.poll(() => lines().at(-1), { interval: 2 }).toBe(line)
  }
  await log.close()
  expect(statSync(path).size).toBeLessThanOrEqual(3_000)
  expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(4_000)
  expect(lines().at(-1)).toBe('9'.repeat(999))
})

test('reports how many lines are missing, once the disk takes lines again', async () => {
  mkdirSync(path)
  const log = open()
  log.write('lost 1\n')
  await log.close()
  log.write('lost 2\n')
  await log.close()
  rmSync(path, { recursive: true })
  log.write('stored\n')
  await log.close()
  log.write('another\n')
  await log.close()
  expect(lines().filter((line) => line !== '')).toEqual(['missing 2', 'stored', 'another'])
})

test('on a disk that hangs, writing does not wait, and a bounded number of lines does', async () => {
  // opening waits until somebody reads
  execFileSync('mkfifo', [path])
  const log = open()
  log.write('first\n')
  const written = 3_000
  for (let no = 0; no < written; no += 1) log.write(`${'x'.repeat(999)}\n`)
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const content = text(reader.stdout)
  // the first lines after the wait report the others
  await log.close()
  const read = (await content).trimEnd().split('\n')
  expect(read[0]).toBe('first')
  const missing = read.flatMap((line) => /^missing (\d+)$/.exec(line)?.[1] ?? []).map(Number)
  expect(missing.reduce((sum, count) => sum + count, 0) + read.filter((line) => line.startsWith('x')).length).toBe(
    written,
  )
  expect(missing[0]).toBeGreaterThan(1_500)
})

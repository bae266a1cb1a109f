// A start that fails at any step ends its process with the reason: no process remains that holds the folder or the port without a station.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSettings } from '../../../src-main/station/settings/settings.ts'
import { openingSteps } from '../../../src-main/station/open/index.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kant-failing-start-'))
  folder = join(root, 'station')
  for (const path of [folder, join(root, 'page')]) mkdirSync(path)
  writeFileSync(join(root, 'page', 'index.html'), '<!doctype html>')
  writeSettings(folder, { baseUrl: 'http://127.0.0.1:9/api/v1' })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** `timeout`: a process that remains is ended, and the test fails. */
const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 })

test('a start that fails at any step of the list reports why, and leaves nothing open', () => {
  const boundaries = openingSteps.map((step) => `${step}_open`)
  const { stdout, stderr, status } = run(join(import.meta.dirname, 'failing-start.ts'), folder, join(root, 'page'))
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const starts: unknown[] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(starts).toEqual([
    ...boundaries.map((failing, index) => ({ reached: boundaries.slice(0, index + 1), error: `no ${failing}` })),
    { reached: boundaries, error: null },
  ])
  expect(readdirSync(folder)).not.toContain('attach.json')
})

for (const name of ['attach.json', 'outbox.db'])
  test(`the technician’s program ends where a folder is in the way of ${name}`, { tags: 'long' }, () => {
    mkdirSync(join(folder, name, 'inside'), { recursive: true })
    const { stderr, status } = run(
      join(import.meta.dirname, '../../../src-main/cli/kant.ts'),
      'station',
      '--data',
      folder,
    )
    expect(status).toBe(1)
    expect(stderr).not.toBe('')
  })

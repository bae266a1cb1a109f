// Runs the built host in run mode, under Node in place of Electron's utility process, and reads the station's snapshot from its port.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '../../../../src-main/cli/start/build.ts'
import { kantCommand } from '../../cli/run-kant.ts'
import { forkBuiltHost } from './built-host.ts'

const root = join(import.meta.dirname, '../../../..')

beforeAll(async () => {
  await buildIfStale(root)
})

test('the built host opens the station in its own process, serves a page and the commands, and closes its stores on the message stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-host-'))
  const host = forkBuiltHost(join(root, 'out', 'main'), ['--mode=run', `--folder=${folder}`])
  const first = await new Promise<unknown>((resolve) => host.once('message', resolve))
  expect(JSON.parse(String(first))).toMatchObject({
    kind: 'snapshot',
    seq: 0,
    snapshot: { status: { workshop: null, connection: { problem: { code: 'not_connected_yet' } } } },
  })
  // a technician's command reaches the station of the window
  const status = await kantCommand(['status', '--data', folder])
  expect([status.code, status.stderr]).toEqual([0, ''])
  expect(status.stdout).toContain('No workshop is connected yet.')
  const exit = new Promise((resolve) => host.once('exit', resolve))
  host.send('stop')
  expect(await exit).toBe(0)
  expect(existsSync(join(folder, 'attach.json'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test('the built host reports why the station cannot be opened, to the main process and in the log, and then ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-host-'))
  writeFileSync(join(folder, 'settings.json'), '{ "baseUrl": 7 }')
  const host = forkBuiltHost(join(root, 'out', 'main'), ['--mode=run', `--folder=${folder}`])
  const failure = await new Promise<unknown>((resolve) => host.once('message', resolve))
  expect(failure).toEqual({ kind: 'start_failed', reason: expect.stringContaining('settings.json') })
  const log = readFileSync(join(folder, 'station.log'), 'utf8')
  expect(log).toContain('"msg":"the station cannot be opened","reason":')
  const exit = new Promise((resolve) => host.once('exit', resolve))
  host.send('stop')
  expect(await exit).toBe(1)
  rmSync(folder, { recursive: true })
})

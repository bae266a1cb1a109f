// Runs the built host in run mode, under Node in place of Electron's utility process, and reads the station's snapshot from its port.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildIfStale } from '../../../../src-main/cli/start/build.ts'
import { forkBuiltHost } from './built-host.ts'

const root = join(import.meta.dirname, '../../../..')

beforeAll(async () => {
  await buildIfStale(root)
})

test('the built host opens the station in its own process, serves a page, and closes its stores on the message stop', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kant-host-'))
  const host = forkBuiltHost(join(root, 'out', 'main'), ['--mode=run', `--folder=${folder}`])
  const first = await new Promise<unknown>((resolve) => host.once('message', resolve))
  expect(JSON.parse(String(first))).toMatchObject({
    kind: 'snapshot',
    seq: 0,
    snapshot: { status: { workshop: null, connection: { problem: { code: 'not_connected_yet' } } } },
  })
  const exit = new Promise((resolve) => host.once('exit', resolve))
  host.send('stop')
  expect(await exit).toBe(0)
  rmSync(folder, { recursive: true })
})

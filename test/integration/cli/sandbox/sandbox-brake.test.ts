// Which brake connections of the sandbox's station `npm start` leaves unchanged.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandboxBrake } from '../../../../src-main/cli/sandbox/sandbox-brake.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'

const root = join(import.meta.dirname, '../../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-sandbox-brake-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const linkedTo = (uri: string, map: string): void =>
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ baseUrl: 'http://127.0.0.1:9/api/v1', brake: { uri, map } }),
  )

test.each([
  ['with another file', 'tcp://127.0.0.1:5020', 'ours'],
  ['to a simulator on another connection', 'serial:/tmp/brake?baud=19200', 'modbus-simulator'],
])('a sandbox station that was connected %s is left unchanged', async (_, uri, map) => {
  linkedTo(uri, map)
  const before = readFileSync(join(folder, 'settings.json'), 'utf8')
  expect(await startSandboxBrake(root, folder)).toBeNull()
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before)
})

test('the simulated brake of an earlier start is replaced by the new one', async () => {
  linkedTo('tcp://127.0.0.1:9', 'modbus-simulator')
  const brake = await startSandboxBrake(root, folder)
  await brake?.stop()
  expect(readSettings(folder)?.brake).toEqual({ uri: brake?.uri, map: 'modbus-simulator' })
})

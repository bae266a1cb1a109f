// A station that restarts: if opening fails, the reason is reported, and opening is tried again.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CallError } from '../../../../shared/station-api/index.ts'
import { openRestartableStation } from '../../../../src-main/station/open/restartable-station.ts'
import { openStation, type OpenedStation } from '../../../../src-main/station/open/station.ts'
import { writeSettings } from '../../../../src-main/station/settings/settings.ts'
import { manualClock, type ManualClock } from '../../../manual-clock.ts'

let folder: string
let clock: ManualClock
let opened: OpenedStation | null
const faults: unknown[] = []
const path = (name: string): string => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-restart-'))
  clock = manualClock()
  faults.length = 0
  writeSettings(folder, { baseUrl: 'http://127.0.0.1:9/api/v1' })
  copyFileSync(path('settings.json'), path('settings.good'))
  opened = await openRestartableStation({
    open: async (restart) => openStation({ dataFolder: folder, systemKeyStore: null, restart }),
    onError: (fault) => void faults.push(fault),
    pause: async () => undefined,
    wait: clock.wait,
  })
})
afterEach(async () => {
  await opened?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a failed opening is reported, the screens wait, and opening is tried again until it succeeds', async () => {
  writeFileSync(path('settings.json'), '{')
  await opened?.station.handlers['station.restart']({})
  await expect.poll(clock.nextWait).toBe(1_000)
  expect(faults).toEqual([expect.objectContaining({ name: 'SettingsError' })])
  expect(opened?.station.snapshot).toThrow(CallError)
  copyFileSync(path('settings.good'), path('settings.json'))
  clock.advance(1_000)
  await expect.poll(() => opened?.station.snapshot()).toMatchObject({ shell: { kiosk: false } })
  expect(faults).toHaveLength(1)
})

test('closing it meanwhile does not wait for the next try', async () => {
  writeFileSync(path('settings.json'), '{')
  await opened?.station.handlers['station.restart']({})
  await expect.poll(clock.nextWait).toBe(1_000)
  await opened?.close()
  opened = null
  expect(clock.waiting()).toBe(0)
})

// `planHost` decides which station the window shows, with real folders. `keepSandbox` starts the sandbox once.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planHost, stationFolder, type HostPlan } from '../../../../src-main/electron/host/host-plan.ts'
import { keepSandbox } from '../../../../src-main/electron/sandbox/sandbox-keeper.ts'
import { sandboxStationFolder } from '../../../../src-main/station/sandbox/sandbox.ts'
import type { RunningService } from '../../../../src-main/station/sandbox/sandbox-service.ts'

let dataFolder: string
let calls: string[]
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-host-plan-'))
  calls = []
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const sandbox = {
  up: async () => void calls.push('up'),
  down: async () => void calls.push('down'),
}
const plan = (canOpenStores = true): Promise<HostPlan> => planHost({ dataFolder, canOpenStores, sandbox })
const writeSettings = (text = JSON.stringify({ baseUrl: 'https://shop.example/api/v1' })): void =>
  writeFileSync(join(dataFolder, 'settings.json'), text)

test('without a workshop it is the station of the sandbox, whose workshop service is started first', async () => {
  expect(await plan()).toEqual({ mode: 'run', folder: sandboxStationFolder(dataFolder), connectFolder: dataFolder })
  expect(calls).toEqual(['up'])
})

test('with a workshop it is its own station, and a running sandbox is stopped', async () => {
  writeSettings()
  expect(await plan()).toEqual({ mode: 'run', folder: dataFolder, connectFolder: dataFolder })
  expect(calls).toEqual(['down'])
})

test('unreadable settings do not select the sandbox', async () => {
  writeSettings('{')
  expect(await plan()).toMatchObject({ mode: 'run', folder: dataFolder })
  expect(stationFolder(dataFolder)).toBe(dataFolder)
})

test('an Electron whose Node cannot open the stores attaches to a station on the folder', async () => {
  expect(await plan(false)).toEqual({ mode: 'attach', folder: dataFolder, connectFolder: dataFolder })
  expect(calls).toEqual([])
})

test('an attach file of a station that does not run is ignored', async () => {
  mkdirSync(sandboxStationFolder(dataFolder), { recursive: true })
  for (const folder of [dataFolder, sandboxStationFolder(dataFolder)]) {
    writeFileSync(join(folder, 'attach.json'), JSON.stringify({ url: 'http://127.0.0.1:1', token: 'a'.repeat(64) }))
  }
  expect(await plan()).toMatchObject({ mode: 'run' })
})

test('a sandbox is started once, and again after it ended; a failed start does not delay the station', async () => {
  const logged: string[] = []
  const endCallbacks: ((reason: string) => void)[] = []
  const keeper = keepSandbox(
    async (onUnexpectedEnd) => {
      endCallbacks.push(onUnexpectedEnd)
      if (endCallbacks.length === 3) throw new Error('no port is free')
      return service
    },
    (line) => logged.push(line),
  )
  await keeper.up()
  await keeper.up()
  expect(endCallbacks).toHaveLength(1)
  endCallbacks[0]?.('signal SIGKILL')
  await keeper.up()
  expect(endCallbacks).toHaveLength(2)
  await keeper.down()
  expect(calls).toEqual(['stopped'])
  await keeper.up()
  expect(logged).toEqual([
    'The sandbox workshop has ended (signal SIGKILL). The station continues without it.',
    'The sandbox workshop did not start: no port is free',
  ])
})

const service: RunningService = {
  baseUrl: 'http://127.0.0.1:1/api/v1',
  workshop: 'fjordbeslag',
  keys: null,
  pid: 1,
  stop: async () => void calls.push('stopped'),
}

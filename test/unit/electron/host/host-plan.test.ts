// Which station the window shows, over real folders and a real sandbox's place.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planHost, stationFolder, type HostPlan } from '../../../../src-main/electron/host/host-plan.ts'
import { keepSandbox } from '../../../../src-main/electron/sandbox/sandbox-keeper.ts'
import { sandboxStationFolder } from '../../../../src-main/station/sandbox/sandbox.ts'
import type { RunningService } from '../../../../src-main/station/sandbox/sandbox-service.ts'

let dataFolder: string
let asked: string[]
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-host-plan-'))
  asked = []
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const sandbox = {
  up: async () => void asked.push('up'),
  down: async () => void asked.push('down'),
}
const planned = (canOpenStores = true): Promise<HostPlan> => planHost({ dataFolder, canOpenStores, sandbox })
const connect = (text = JSON.stringify({ baseUrl: 'https://shop.example/api/v1' })): void =>
  writeFileSync(join(dataFolder, 'settings.json'), text)

test('without a workshop it is the sandbox’s, whose own workshop is brought up first', async () => {
  expect(await planned()).toEqual({ mode: 'run', folder: sandboxStationFolder(dataFolder), connectFolder: dataFolder })
  expect(asked).toEqual(['up'])
})

test('with a workshop it is that one’s, and a sandbox that ran until then ends', async () => {
  connect()
  expect(await planned()).toEqual({ mode: 'run', folder: dataFolder, connectFolder: dataFolder })
  expect(asked).toEqual(['down'])
})

test('settings that cannot be read hide no workshop behind a sandbox', async () => {
  connect('{')
  expect(await planned()).toMatchObject({ mode: 'run', folder: dataFolder })
  expect(stationFolder(dataFolder)).toBe(dataFolder)
})

test('an Electron whose Node cannot open the stores runs nothing and waits for a station on the folder', async () => {
  expect(await planned(false)).toEqual({ mode: 'attach', folder: dataFolder, connectFolder: dataFolder })
  expect(asked).toEqual([])
})

test('an attach file that nobody answers behind is no station', async () => {
  mkdirSync(sandboxStationFolder(dataFolder), { recursive: true })
  for (const folder of [dataFolder, sandboxStationFolder(dataFolder)]) {
    writeFileSync(join(folder, 'attach.json'), JSON.stringify({ url: 'http://127.0.0.1:1', token: 'a'.repeat(64) }))
  }
  expect(await planned()).toMatchObject({ mode: 'run' })
})

test('a sandbox is started once, again after it has died, and never lets the station wait for one that will not come up', async () => {
  const said: string[] = []
  const told: ((how: string) => void)[] = []
  const kept = keepSandbox(
    async (onDeath) => {
      told.push(onDeath)
      if (told.length === 3) throw new Error('no port is free')
      return service
    },
    (line) => said.push(line),
  )
  await kept.up()
  await kept.up()
  expect(told).toHaveLength(1)
  told[0]?.('signal SIGKILL')
  await kept.up()
  expect(told).toHaveLength(2)
  await kept.down()
  expect(asked).toEqual(['stopped'])
  await kept.up()
  expect(said).toEqual([
    'The sandbox workshop has ended (signal SIGKILL). The station goes on without.',
    'The sandbox workshop did not start: no port is free',
  ])
})

const service: RunningService = {
  baseUrl: 'http://127.0.0.1:1/api/v1',
  workshop: 'fjordbeslag',
  keys: null,
  pid: 1,
  stop: async () => void asked.push('stopped'),
}

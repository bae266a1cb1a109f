// A service that was restored from a backup: marks that it no longer has are found, and a person must decide.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReconnectingLink, memoryChannels, serve, type StationLink } from '../../../shared/station-api/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { openStation, type OpenedStation } from '../../../src-main/station/open/station.ts'
import { startService, type Service } from '../../../src-service/service.ts'
import { jumpingClock } from '../../end-to-end/screen/real-workshop/jumping-clock.ts'
import { untilPasses } from '../../until-passes.ts'
import { connectFolder } from '../../connect-folder.ts'

const clock = jumpingClock()
let folder: string
let service: Service
let opened: OpenedStation
let link: StationLink

function onError(name: string, fault: unknown): never {
  throw new Error(name, { cause: fault })
}

const workshop = (): string => join(folder, 'workshop')
const start = async (port: number): Promise<void> => {
  service = await startService({ dataFolder: workshop(), port, limitFactor: 100 })
}
const port = (): number => Number(new URL(service.baseUrl).port)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-restored-'))
  await start(0)
  const data = join(folder, 'station')
  mkdirSync(data)
  const key = service.keys?.maskin ?? ''
  const connected = await connectFolder(data, service.baseUrl, key)
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  opened = openStation({ dataFolder: data, clock, systemKeyStore: null })
  link = new ReconnectingLink({
    open: async () => {
      const [ours, theirs] = memoryChannels()
      serve(theirs, { grants: new Set(['operate']), station: opened.station, onError })
      return ours
    },
    wait: systemClock.wait,
  })
})
afterEach(async () => {
  link.close()
  await opened.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a person must decide about a mark that a restored service has lost; a mark that it still has stays delivered', async () => {
  await untilPasses(() => expect(opened.station.snapshot().status.upToDateAt).not.toBeNull())
  const { today } = opened.station.snapshot().status
  const { entries } = await link.call('list.read', { date: today })
  const [retained, lost] = entries
    .map(({ entry }) => entry)
    .filter(({ bent, approval }) => bent === null && approval === 'not_required')
  if (retained === undefined || lost === undefined) throw new Error('there are sheets to bend')
  const deliver = async ({ sheetId, drawingVersion }: typeof retained): Promise<string> => {
    const { id } = await link.call('mark.create', { sheetId, drawingVersion, by: 'KN' })
    clock.jump(10_000)
    await untilPasses(async () =>
      expect((await link.call('mark.details', { markId: id })).mark.state).toBe('delivered'),
    )
    await link.call('sync.now', {})
    return id
  }
  const keptMark = await deliver(retained)
  const portNumber = port()
  await service.close()
  cpSync(workshop(), join(folder, 'copy'), { recursive: true })
  await start(portNumber)
  const lostMark = await deliver(lost)
  await service.close()
  rmSync(workshop(), { recursive: true })
  cpSync(join(folder, 'copy'), workshop(), { recursive: true })
  await start(portNumber)

  await link.call('sync.now', {})
  await untilPasses(async () =>
    expect((await link.call('marks.list', {})).marks).toMatchObject([
      { id: lostMark, state: 'conflict', reason: 'service_restored' },
    ]),
  )
  expect((await link.call('mark.details', { markId: keptMark })).mark.state).toBe('delivered')
  expect((await link.call('mark.details', { markId: lostMark })).possibleDecisions).toContain('send_all_the_same')
})

// The interface that a technician chose for the link: without an address, with another address, and in settings of an older version.
import { readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationLink, StatusView } from '../../../shared/station-api/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { statusIn } from './station-with-service.ts'
import { twoStations, type TwoStations } from './two-stations.ts'

/** No interface has it: it is kept for documents. */
const goneAddress = '203.0.113.7'

let stations: TwoStations
beforeAll(async () => {
  stations = await twoStations(untilPasses)
})
afterAll(() => stations.end())

const settingsFile = (): string => join(stations.first.folder, 'office', 'peers', 'settings.json')
const storedSettings = (): object => Object(JSON.parse(readFileSync(settingsFile(), 'utf8')))

/** Restarts the office with other settings. The brake does not dial it, and it dials nobody. */
async function officeWith(fields: { interfaceName?: string; address: string }): Promise<StationLink> {
  await stations.closeOffice()
  // without a name where it is not given, as in an older version
  const settings = { ...storedSettings(), interfaceName: undefined, addresses: [], ...fields }
  writeFileSync(settingsFile(), JSON.stringify(settings))
  const office = stations.openOffice()
  await untilPasses(() => office.call('list.read', { date: stations.date }))
  await untilPasses(() => office.call('grant.unlock', { pin: '471147' }))
  return office
}

/** The first status for which the condition holds. */
const statusOf = (link: StationLink, holds: (status: StatusView) => boolean): Promise<StatusView> =>
  new Promise((resolve) => {
    link.subscribe((message) => {
      const status = statusIn(message)
      if (status !== null && holds(status)) resolve(status)
    })
  })

test('a station whose interface has no address counts no linked station, says why, and its other settings can be changed', async () => {
  const office = await officeWith({ address: goneAddress })
  const { stations: counted } = await statusOf(office, (status) => status.stations?.isListening === false)
  expect(counted).toEqual({ paired: 1, linked: 0, isListening: false })
  const { isOn, address, port, problem } = await office.call('stations.read', {})
  expect([isOn, address, problem]).toEqual([true, goneAddress, 'address_gone'])
  const changed = await office.call('stations.change', { isOn, name: 'Kontor 2', address, port, typedAddresses: [] })
  expect(changed).toMatchObject({ name: 'Kontor 2', problem: 'address_gone' })
})

test('an interface is found by its name when its address differs from the stored one', async () => {
  const [interfaceName = ''] =
    Object.entries(networkInterfaces()).find(([, all]) => all?.some(({ address }) => address === '127.0.0.1')) ?? []
  const office = await officeWith({ interfaceName, address: goneAddress })
  await untilPasses(async () =>
    expect(await office.call('stations.read', {})).toMatchObject({
      address: '127.0.0.1',
      problem: null,
      fingerprint: expect.any(String),
    }),
  )
})

test('settings of an older version listen at their address, and get the name of the interface that has it', async () => {
  const office = await officeWith({ address: '127.0.0.1' })
  await untilPasses(async () => expect((await office.call('stations.read', {})).fingerprint).not.toBeNull())
  expect((await office.call('stations.read', {})).problem).toBeNull()
  expect(storedSettings()).toMatchObject({ interfaceName: expect.stringMatching(/./) })
})

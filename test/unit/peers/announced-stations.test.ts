// What an announcement by mDNS says about a station, over restarts and goodbyes.
import { expect, test } from 'vitest'
import { AnnouncedStations } from '../../../src-main/peers/discovery/announced-stations.ts'

/** The announcement of one start of a station. */
const serviceOf = (id: string, start: number, fields: object = {}) => ({
  name: `Kantpresse 2 ${start}`,
  port: 21_570,
  addresses: ['192.168.1.31'],
  referer: { address: '192.168.1.31' },
  txt: { n: 'Kantpresse 2', id },
  ...fields,
})

test('the sender of an announcement comes first, then the other IPv4 addresses of its computer', () => {
  const addresses = ['10.0.0.5', 'fe80::1', '192.168.1.31', '172.16.0.9']
  expect(new AnnouncedStations().update(serviceOf('a', 1, { addresses }))).toEqual({
    key: 'a',
    name: 'Kantpresse 2',
    addresses: ['192.168.1.31', '10.0.0.5', '172.16.0.9'],
    port: 21_570,
  })
})

test('an announcement without an IPv4 address finds nothing', () =>
  expect(new AnnouncedStations().update(serviceOf('a', 1, { addresses: ['fe80::1'], referer: undefined }))).toBeNull())

test('an older version announces no id: its service is the key', () => {
  const service = serviceOf('a', 1, { txt: {} })
  expect(new AnnouncedStations().update(service)).toMatchObject({ key: service.name, name: service.name })
})

test('a thousand restarts of a station are one station, so that another one is still found', () => {
  const stations = new AnnouncedStations()
  for (let start = 0; start < 1_000; start += 1) stations.update(serviceOf('a', start))
  expect(stations.update(serviceOf('b', 1))).toMatchObject({ key: 'b' })
})

test('of very many stations some are not found, until others say goodbye', () => {
  const stations = new AnnouncedStations()
  const areFound = Array.from({ length: 1_000 }, (_, no) => stations.update(serviceOf(`s${no}`, no)) !== null)
  const most = areFound.filter(Boolean).length
  expect(most).toBeLessThan(1_000)
  expect(stations.update(serviceOf('new', 1))).toBeNull()
  expect(stations.remove(serviceOf('s0', 0))).toBe('s0')
  expect(stations.update(serviceOf('new', 1))).toMatchObject({ key: 'new' })
})

test('the late goodbye of an earlier start does not lose a station that has started again', () => {
  const stations = new AnnouncedStations()
  stations.update(serviceOf('a', 1))
  stations.update(serviceOf('a', 2))
  expect(stations.remove(serviceOf('a', 1))).toBeNull()
  expect(stations.remove(serviceOf('a', 2))).toBe('a')
})

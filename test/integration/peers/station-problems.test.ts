// What a station says about an address that gives no link, and about a paired station that cannot or should not be linked.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ofKind, sumPieces } from '../../../shared/peers/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'
import { startDiscovery } from '../../../src-main/peers/discovery/index.ts'
import { openIdentity } from '../../../src-main/peers/identity/index.ts'
import { dialTls, openSocket } from '../../../src-main/peers/link/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { manualClock } from '../../manual-clock.ts'
import { untilPasses } from '../../until-passes.ts'
import { isLinked, pair, pieceAt, sheetId, stationFixture, untilLinked, type TestStation } from './peer-rig.ts'

const { open, close, pairOfStations } = stationFixture()

const piecesAt = ({ peers }: TestStation) =>
  sumPieces(ofKind(peers.factsOfSheet(sheetId), 'piece')).map(({ station, good }) => [station, good])

const problemAt = async (port: number): Promise<string | null> => {
  const station = await open()
  station.peers.setTypedAddresses([{ address: '127.0.0.1', port }])
  return untilPasses(() => {
    const problem = station.peers.view().addresses[0]?.problem ?? null
    expect(problem).not.toBeNull()
    return problem
  })
}

/** Connects with the identity of a closed station, and a hello with other fields. */
const helloAs = async (folder: string, to: TestStation, fields: object): Promise<void> => {
  const identity = await openIdentity(folder)
  const socket = await openSocket(await dialTls({ identity, ...to.address, isAdmitted: () => true }))
  const closed = new Promise((resolve) =>
    socket.begin({ onText: () => undefined, onBytes: () => undefined, onClose: resolve }, () => 0),
  )
  const hello = { kind: 'hello', least: 1, most: 1, name: 'Kantpresse 2', startId: identity.startId, workshop: null }
  socket.send(JSON.stringify({ ...hello, nowMs: Date.now(), purpose: 'facts', ...fields }))
  await closed
}

describe('an address that gives no link says why', () => {
  const servers = new Set<Server>()
  afterEach(() => {
    for (const server of servers) server.close()
    servers.clear()
  })
  test('nothing answers there, as behind a firewall', async () => {
    expect(await problemAt(9)).toBe('no_answer')
  })

  test('something other than a station answers', async () => {
    const server = createHttpServer((_, response) => response.end('no station'))
    servers.add(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
    expect(await problemAt((server.address() as AddressInfo).port)).toBe('not_a_station')
  })

  test('it is this station itself', async () => {
    const station = await open()
    station.peers.setTypedAddresses([station.address])
    await untilPasses(() => expect(station.peers.view().addresses[0]?.problem).toBe('this_station'))
  })
})

describe('a paired station', () => {
  test('with a newer or an older program is not linked, and says so at its row', async () => {
    const [brake, office] = await pairOfStations()
    await close(brake)
    await helloAs(brake.folder, office, { least: 2, most: 3, something: 'new' })
    expect(office.peers.view().stations[0]).toMatchObject({ problem: 'newer_protocol', isLinked: false })
    // what it sent is not a fault: it is not refused for a while
    const again = await open({ folder: brake.folder, name: 'Kantpresse 2', addresses: [office.address] })
    await untilLinked(again, office)
    expect(office.peers.view().stations[0]?.problem).toBeNull()
  })

  test('of another workshop is not linked, and says so at its row', async () => {
    const a = await open({ name: 'A', workshop: 'a'.repeat(64) })
    const b = await open({ name: 'B' })
    await pair(a, b)
    await close(b)
    const other = await open({ folder: b.folder, name: 'B', workshop: 'b'.repeat(64), addresses: [a.address] })
    await untilPasses(() => expect(a.peers.view().stations[0]?.problem).toBe('other_workshop'))
    await untilPasses(() => expect(other.peers.view().addresses[0]?.problem).toBe('other_workshop'))
    expect(isLinked(a)).toBe(false)
  })

  test('with the name of another one is distinguished from it', async () => {
    const [brake, office] = [await open({ name: 'Kantpresse' }), await open({ name: 'Kantpresse' })]
    await pair(brake, office)
    brake.peers.setTypedAddresses([office.address])
    await untilLinked(brake, office)
    const [seen] = office.peers.view().stations
    expect(seen).toMatchObject({ hasSameName: true, name: `Kantpresse (${brake.peers.stationId.slice(0, 4)})` })
    expect(office.peers.nameOf(brake.peers.stationId)).toBe(seen?.name)
  })

  test('whose clock is off by a day is linked, is shown with the difference, and its pieces count', async () => {
    const dayMs = 86_400_000
    const now = (): number => Date.now() + dayMs
    const brake = await open({ name: 'Kantpresse 2', clock: { ...systemClock, now } })
    const office = await open({ name: 'Kontor' })
    await pair(brake, office)
    brake.peers.setTypedAddresses([office.address])
    await untilLinked(brake, office)
    const offset = office.peers.view().stations[0]?.clockOffsetMs ?? 0
    expect(Math.round(offset / dayMs)).toBe(1)
    const { document, ...piece } = pieceAt(brake, 'tomorrow')
    brake.peers.share([{ ...piece, document: addDays(document, 1) }])
    await untilPasses(() => expect(piecesAt(office)).toEqual([[brake.peers.stationId, 1]]))
  })
})

test('a search by mDNS that cannot run is reported, and typed addresses still link', async () => {
  const clock = manualClock()
  const errors: unknown[] = []
  const discovery = await startDiscovery({
    // no interface of this computer
    address: '203.0.113.7',
    port: 21_570,
    name: 'Kantpresse 2',
    stationId: 'b'.repeat(16),
    startId: '00112233aabb',
    clock,
    onFound: () => undefined,
    onLost: () => undefined,
    onError: (error) => errors.push(error),
  })
  expect(['searching', 'failed']).toContain(discovery.state())
  clock.advance(60_000)
  await untilPasses(() => expect(['silent', 'failed']).toContain(discovery.state()))
  await discovery.stop()
})

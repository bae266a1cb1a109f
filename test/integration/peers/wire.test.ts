// What the network sees of two stations: nothing in plain text. And what a connection that was recorded is worth: nothing.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { untilPasses } from '../../until-passes.ts'
import { pair, pieceAt, sheetId, stationFixture, untilLinked } from './peer-rig.ts'

const { open } = stationFixture()
const servers = new Set<Server>()
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  for (const set of [servers, sockets]) set.clear()
})

/** Passes a TCP connection on and records both directions. `sent`: by the side that connects. */
async function recordingProxy(port: number) {
  const sent: Buffer[] = []
  const received: Buffer[] = []
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => one.destroy())
    }
    socket.on('data', (bytes) => void sent.push(bytes)).pipe(onward)
    onward.on('data', (bytes) => void received.push(bytes)).pipe(socket)
  })
  servers.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  return { address: { address: '127.0.0.1', port: (server.address() as AddressInfo).port }, sent, received }
}

test('no fact, name or message is readable on the wire, and a recorded connection opens nothing', async () => {
  const [brake, office] = [await open({ name: 'Kantpresse 2' }), await open({ name: 'Kontoret i Bodø' })]
  await pair(office, brake)
  const proxy = await recordingProxy(brake.peers.port)
  office.peers.setTypedAddresses([proxy.address])
  await untilLinked(office, brake)
  office.peers.share([pieceAt(office, 'one', 7)])
  brake.peers.share([pieceAt(brake, 'two', 9)])
  for (const one of [brake, office]) await untilPasses(() => expect(one.peers.factsOfSheet(sheetId)).toHaveLength(2))

  const wire = Buffer.concat([...proxy.sent, ...proxy.received])
  expect(wire.length).toBeGreaterThan(2_000)
  const secrets = [sheetId, 'OLA', 'Kantpresse', 'Kontoret', 'piece', 'hello', 'presence', 'facts', '/stations']
  // three letters can appear in random bytes, so the short name is looked for with its key
  expect(secrets.filter((text) => wire.includes(text.length < 4 ? `"by":"${text}"` : text))).toEqual([])
  // no certificate either: TLS 1.3 encrypts it
  expect(wire.includes('kant-station')).toBe(false)

  // the same bytes once more: another handshake has other keys
  const links = (): number => brake.peers.view().stations.filter(({ isLinked }) => isLinked).length
  const before = brake.peers.factsOfSheet(sheetId)
  const replay = connect(brake.peers.port, '127.0.0.1', () => replay.write(Buffer.concat(proxy.sent)))
  sockets.add(replay)
  replay.on('error', () => replay.destroy())
  replay.resume()
  await new Promise((resolve) => replay.once('close', resolve))
  expect(links()).toBe(1)
  expect(brake.peers.factsOfSheet(sheetId)).toEqual(before)
})

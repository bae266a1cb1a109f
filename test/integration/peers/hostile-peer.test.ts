// What a paired station does to another one with gaps and small parts, and what happens when the other one cannot store.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { openIdentity } from '../../../src-main/peers/identity/index.ts'
import {
  dialTls,
  openSocket,
  partsOf,
  readMessage,
  writePart,
  type PeerMessage,
} from '../../../src-main/peers/link/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { pieceAt, sheetId, stationFixture, today, type TestStation } from './peer-rig.ts'

const { close, pairOfStations } = stationFixture()

/** Connects as a station that is closed. */
async function connectAs({ folder }: TestStation, to: TestStation) {
  const identity = await openIdentity(folder)
  const socket = await openSocket(await dialTls({ identity, ...to.address, isAdmitted: () => true }))
  const messages: PeerMessage[] = []
  const onText = (text: string): void => {
    const message = readMessage(text)
    if (message !== null) messages.push(message)
  }
  const closed = new Promise((resolve) => socket.begin({ onText, onBytes: () => undefined, onClose: resolve }, () => 0))
  const hello = { kind: 'hello', least: 1, most: 1, name: 'Kantpresse 2', startId: identity.startId, workshop: null }
  socket.send(JSON.stringify({ ...hello, nowMs: Date.now(), purpose: 'facts' }))
  const sendUpdate = (update: number, bytes: Uint8Array): void => {
    for (const part of partsOf(today, update, bytes)) socket.send(writePart(part))
  }
  return { socket, messages, closed, sendUpdate }
}

const faultsOf = ({ log }: TestStation): object[] =>
  log.flatMap(({ message, details }) => (message.includes('because of what it sent') ? details : []))

test('a gap is asked about once, and an update is acknowledged only after it is stored', async () => {
  const [brake, office] = await pairOfStations()
  await close(brake)
  const { socket, messages, sendUpdate } = await connectAs(brake, office)
  const [withGap, other] = [new Y.Doc(), new Y.Doc()]
  const set = (doc: Y.Doc, id: string): void => {
    const { key, fact } = pieceAt(brake, id)
    doc.getMap('facts').set(key, fact)
  }
  set(withGap, 'missing')
  const updates: Uint8Array[] = []
  withGap.on('update', (update: Uint8Array) => void updates.push(update))
  for (const id of ['two', 'three', 'four']) set(withGap, id)
  set(other, 'of another program')
  for (const [index, update] of [...updates, Y.encodeStateAsUpdate(other)].entries()) sendUpdate(index + 1, update)

  const stored = (): number[] => messages.flatMap((message) => (message.kind === 'stored' ? message.update : []))
  await untilPasses(() => expect(stored()).toContain(4))
  expect(stored()).toEqual([4])
  const questions = messages.flatMap((message) => (message.kind === 'missing' ? message.document : []))
  expect(questions).toEqual([today])
  expect(office.peers.factsOfSheet(sheetId)).toHaveLength(1)

  sendUpdate(5, Y.encodeStateAsUpdate(withGap))
  await untilPasses(() => expect(stored()).toEqual([4, 5]))
  expect(office.peers.factsOfSheet(sheetId)).toHaveLength(5)
  socket.drop()
})

test('an update in too many small parts ends the link', async () => {
  const [brake, office] = await pairOfStations()
  await close(brake)
  const { socket, closed } = await connectAs(brake, office)
  for (let part = 0; part <= 64; part += 1)
    socket.send(writePart({ document: today, update: 1, isLast: false, bytes: Uint8Array.of(0) }))
  await closed
  await untilPasses(() => expect(faultsOf(office)).toMatchObject([{ fault: 'an update has too many parts' }]))
})

test('an error of a disk is named in the log and is not counted as the fault of the peer', async () => {
  const [brake, office] = await pairOfStations()
  // another connection to the file makes its writes fail, as a full disk does
  const db = new Database(join(brake.folder, 'peers.db'))
  db.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON document_update
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  office.peers.share([pieceAt(office, 'one')])
  const message = 'a link was closed because of an error of this station'
  await untilPasses(() =>
    expect(brake.log.find((line) => line.message === message)?.details).toMatchObject({
      station: 'Kontor',
      error: expect.stringContaining('database or disk is full'),
    }),
  )
  db.exec('DROP TRIGGER full_disk')
  db.close()
  await untilPasses(() => expect(brake.peers.factsOfSheet(sheetId)).toHaveLength(1))
  expect(faultsOf(brake)).toEqual([])
})

// The sums of others' facts that a station caches: they are not computed again for each question, and they change with the facts.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FactsElsewhere } from '../../../src-main/station/peers/index.ts'
import { untilPasses } from '../../until-passes.ts'
import { pieceAt, sheetId, stationFixture, untilLinked, type TestStation } from './peer-rig.ts'

const { open, close, pairOfStations } = stationFixture()

/** Reads the shared documents as a station does. */
function elsewhereOf({ peers }: TestStation): FactsElsewhere {
  const elsewhere = new FactsElsewhere(Date.now)
  elsewhere.setPeers(peers)
  for (const changes of [peers.arrived, peers.shared]) changes.subscribe((change) => elsewhere.update(change))
  return elsewhere
}

const goodOf = (elsewhere: FactsElsewhere): number[] => elsewhere.piecesOf(sheetId, 0).map(({ good }) => good)

test('the pieces of a sheet are summed once, and again after a fact about the sheet arrived', async () => {
  const [brake, office] = await pairOfStations()
  const elsewhere = elsewhereOf(office)
  expect(goodOf(elsewhere)).toEqual([])
  brake.peers.share([pieceAt(brake, 'one')])
  await untilPasses(() => expect(goodOf(elsewhere)).toEqual([1]))
  const sums = elsewhere.piecesOf(sheetId, 0)
  // another question about the same facts
  expect(elsewhere.marksOf(sheetId, 0)).toEqual([])
  expect(elsewhere.piecesOf(sheetId, 0)).toBe(sums)
  brake.peers.share([pieceAt(brake, 'two', 3)])
  await untilPasses(() => expect(goodOf(elsewhere)).toEqual([4]))
  elsewhere.setPeers(null)
  expect(goodOf(elsewhere)).toEqual([])
})

test('pieces of this station that come back after its file was lost are not of others once they are shared again', async () => {
  const [brake, office] = await pairOfStations()
  brake.peers.share([pieceAt(brake, 'one')])
  await untilPasses(() => expect(office.peers.factsOfSheet(sheetId)).toHaveLength(1))
  await close(brake)
  for (const end of ['', '-wal', '-shm']) rmSync(join(brake.folder, `peers.db${end}`), { force: true })
  const again = await open({ folder: brake.folder, name: 'Kantpresse 2', addresses: [office.address] })
  const elsewhere = elsewhereOf(again)
  await untilLinked(again, office)
  await untilPasses(() => expect(goodOf(elsewhere)).toEqual([1]))
  again.peers.share([pieceAt(again, 'one')])
  expect(goodOf(elsewhere)).toEqual([])
})

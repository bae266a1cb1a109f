// A station whose interface gets its address late, and then another one. Linux listens on every address of 127.0.0.0/8.
import { expect, test } from 'vitest'
import { untilPasses } from '../../until-passes.ts'
import { isLinked, pieceAt, sheetId, stationFixture, untilLinked } from './peer-rig.ts'

const { open, close, pairOfStations } = stationFixture()

test('a station without an address has its pairings and facts, and others reach it as soon as it has one, or another one', async () => {
  const [brake, office] = await pairOfStations()
  brake.peers.share([pieceAt(brake, 'before')])
  await untilPasses(() => expect(office.peers.factsOfSheet(sheetId)).toHaveLength(1))
  await close(office)
  const { port } = office.address
  let address: string | null = null
  const again = await open({ folder: office.folder, name: 'Kontor', port, address: () => address })
  expect(again.peers.view()).toMatchObject({ problem: 'address_gone', stations: [{ name: 'Kantpresse 2' }] })
  expect(isLinked(again)).toBe(false)
  expect(again.peers.factsOfSheet(sheetId)).toHaveLength(1)

  address = '127.0.0.1'
  brake.peers.setTypedAddresses([{ address, port }])
  await untilLinked(brake, again)
  expect(again.peers.problem).toBeNull()

  address = '127.0.0.2'
  brake.peers.setTypedAddresses([{ address, port }])
  await untilPasses(() => expect(brake.peers.view().addresses).toMatchObject([{ address, isLinked: true }]))
  const former = { address: '127.0.0.1', port }
  brake.peers.setTypedAddresses([former])
  await untilPasses(() => expect(brake.peers.view().addresses).toMatchObject([{ ...former, problem: 'no_answer' }]))
})

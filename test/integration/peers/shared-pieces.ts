// Pieces of one sheet as stations share them.
import { factKeyOf, type NewFact, type Peers } from '../../../src-main/peers/index.ts'
import { today } from './loopback-peers.ts'

export const sheetId = '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001'

/** A good piece at that station; the same `id` is the same event. */
export const pieceAt = (
  { peers }: { peers: Pick<Peers, 'stationId'> },
  id: string,
  count = 1,
  document = today,
): NewFact => ({
  key: factKeyOf('p', id),
  document,
  fact: {
    v: 1,
    kind: 'piece',
    from: peers.stationId,
    time: Date.now(),
    by: 'OLA',
    sheet: sheetId,
    draw: 'abcdef01',
    rw: 0,
    no: 1,
    as: 'good',
    n: count,
  },
})

// A station that shares one piece after the other until it is killed: `sharing-peer.ts FOLDER PORT`. It names each on stdout after it is
// stored. The events are numbered, and a restart continues after those that are stored.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openPeers } from '../../../src-main/peers/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { pieceAt, today } from '../../integration/peers/shared-pieces.ts'

const [, , folder = '', port = ''] = process.argv
const peers = await openPeers({
  folder,
  clock: systemClock,
  today: () => today,
  name: () => 'Kantpresse 2',
  workshop: () => null,
  address: '127.0.0.1',
  port: Number(port),
  addresses: [],
  discovers: false,
  bending: () => null,
  log: () => undefined,
  onError: (error) => {
    throw error
  },
})
for (let event = peers.factsOfKind('piece', { elsewhere: false }).length; ; event += 1) {
  peers.share([pieceAt({ peers }, `event ${event}`)])
  writeSync(process.stdout.fd, `${event}\n`)
  // the link gets its turn
  // oxlint-disable-next-line no-await-in-loop -- one event after another
  await nextTurn()
}

// A station that is linked to the office and shares one piece after the other until it is killed: `sharing-peer.ts FOLDER PORT
// PORT-OF-THE-OFFICE`. It names each on stdout after it is stored. The events are numbered, and a restart continues after those that are stored.
import process from 'node:process'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { openPeers } from '../../../src-main/peers/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { pieceAt, today } from '../../integration/peers/shared-pieces.ts'

const [, , folder = '', port = '', officePort = ''] = process.argv
const peers = await openPeers({
  folder,
  clock: systemClock,
  today: () => today,
  name: () => 'Kantpresse 2',
  workshop: () => null,
  address: '127.0.0.1',
  port: Number(port),
  addresses: [{ address: '127.0.0.1', port: Number(officePort) }],
  discovers: false,
  bending: () => null,
  log: () => undefined,
  onError: (error) => {
    throw error
  },
})
// oxlint-disable-next-line no-await-in-loop -- a poll
while (!peers.view().stations.some(({ isLinked }) => isLinked)) await wait(5)
for (let event = peers.factsOfKind('piece', { elsewhere: false }).length; ; event += 1) {
  peers.share([pieceAt({ peers }, `event ${event}`)])
  process.stdout.write(`${event}\n`)
  // the link gets its turn
  // oxlint-disable-next-line no-await-in-loop -- one event after another
  await nextTurn()
}

// A station that is linked to the office and shares one piece after the other until it is killed: `sharing-peer.ts FOLDER PORT
// PORT-OF-THE-OFFICE`. It names each on stdout after it is stored. The events are numbered, and a restart continues after those that are stored.
import process from 'node:process'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { isLinked, openLoopbackPeers } from '../../integration/peers/loopback-peers.ts'
import { pieceAt } from '../../integration/peers/shared-pieces.ts'

const [, , folder = '', port = '', officePort = ''] = process.argv
const peers = await openLoopbackPeers({
  folder,
  name: () => 'Kantpresse 2',
  port: Number(port),
  addresses: [{ address: '127.0.0.1', port: Number(officePort) }],
})
// oxlint-disable-next-line no-await-in-loop -- a poll
while (!isLinked(peers)) await wait(5)
for (let event = peers.factsOfKind('piece', { elsewhere: false }).length; ; event += 1) {
  peers.share([pieceAt({ peers }, `event ${event}`)])
  process.stdout.write(`${event}\n`)
  // the link gets its turn
  // oxlint-disable-next-line no-await-in-loop -- one event after another
  await nextTurn()
}

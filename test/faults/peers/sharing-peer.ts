// A station that is linked to the office and shares one piece after the other until it is killed: `sharing-peer.ts FOLDER PORT
// PORT-OF-THE-OFFICE`. It names each on stdout after it is stored, and waits while 50 are not confirmed by a byte each on stdin. The events
// are numbered, and a restart continues after those that are stored.
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
let allowance = 50
process.stdin.on('data', (bytes: Buffer) => (allowance += bytes.length))
for (let event = peers.factsOfKind('piece', { elsewhere: false }).length; ; event += 1) {
  peers.share([pieceAt({ peers }, `event ${event}`)])
  process.stdout.write(`${event}\n`)
  allowance -= 1
  // the link gets its turn
  // oxlint-disable-next-line no-await-in-loop -- one event after another
  do await nextTurn()
  while (allowance <= 0)
}

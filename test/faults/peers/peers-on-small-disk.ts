// Two paired stations: `brake` on a disk of 4 MB that fills up, `office` on the usual disk: `peers-on-small-disk.ts FOLDER`. Must run in a
// mount namespace of its own. Writes what both have as one line of JSON.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Peers } from '../../../src-main/peers/index.ts'
import { isLinked, openLoopbackPeers, pairPeers, type Until } from '../../integration/peers/loopback-peers.ts'
import { pieceAt } from '../../integration/peers/shared-pieces.ts'

const [, , root = ''] = process.argv
const folders = { brake: join(root, 'brake'), office: join(root, 'office') }
for (const folder of Object.values(folders)) mkdirSync(folder)
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folders.brake])

const open = (name: 'brake' | 'office', port = 0): Promise<Peers> =>
  // an error is a peer's fact that cannot be stored
  openLoopbackPeers({ folder: folders[name], name: () => name, port, onError: () => undefined })

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

const until: Until = async (attempt) => {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a poll
      return await attempt()
    } catch {
      // oxlint-disable-next-line no-await-in-loop -- a poll
      await wait(10)
    }
  }
}

const pieces = (peers: Peers): number => peers.factsOfKind('piece', { elsewhere: false }).length

let events = 0
let sharedCount = 0
/** Shares a piece; returns the code of the error, or `shared`. */
function share(peers: Peers): string {
  try {
    peers.share([pieceAt({ peers }, `event ${(events += 1)}`)])
    sharedCount += 1
    return 'shared'
  } catch (error) {
    return codeOf(error)
  }
}

const filler = join(folders.brake, 'filler')
function fillDisk(): void {
  const file = openSync(filler, 'a')
  for (let bytes = 65_536; bytes >= 1;) {
    try {
      writeSync(file, Buffer.alloc(bytes))
    } catch {
      bytes = Math.floor(bytes / 2)
    }
  }
  closeSync(file)
}

let brake = await open('brake')
const office = await open('office')
await pairPeers(office, brake, until)
office.setTypedAddresses([{ address: '127.0.0.1', port: brake.port }])
await until(() => assert(isLinked(office) && isLinked(brake)))
const before = [share(brake), share(office)]
await until(() => assert.deepEqual([pieces(brake), pieces(office)], [2, 2]))

fillDisk()
// the pages that the file of the documents has already take some
const refusal = await until(() => {
  const outcome = share(brake)
  assert.notEqual(outcome, 'shared')
  return outcome
})
const whileFull = Array.from({ length: 20 }, () => share(office))

rmSync(filler)
const afterwards = share(brake)
await until(() => assert.deepEqual([pieces(brake), pieces(office)], [sharedCount, sharedCount]))
const { port } = brake
await brake.close()
brake = await open('brake', port)
const reopened = pieces(brake)
console.log(JSON.stringify({ before, refusal, whileFull, afterwards, sharedCount, reopened }))
await Promise.all([brake.close(), office.close()])

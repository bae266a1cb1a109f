// Two paired stations: `brake` on a disk of 4 MB that fills up, `office` on the usual disk: `peers-on-small-disk.ts FOLDER`. Must run in a
// mount namespace of its own.
// Writes what both have as one line of JSON.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { openPeers, type Peers } from '../../../src-main/peers/index.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { pieceAt, today } from '../../integration/peers/shared-pieces.ts'

const [, , root = ''] = process.argv
const folders = { brake: join(root, 'brake'), office: join(root, 'office') }
for (const folder of Object.values(folders)) mkdirSync(folder)
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folders.brake])

const open = (name: 'brake' | 'office', port = 0): Promise<Peers> =>
  openPeers({
    folder: folders[name],
    clock: systemClock,
    today: () => today,
    name: () => name,
    workshop: () => null,
    address: '127.0.0.1',
    port,
    addresses: [],
    discovers: false,
    bending: () => null,
    log: () => undefined,
    // a peer's facts that cannot be stored
    onError: () => undefined,
  })

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

async function until<T>(attempt: () => T | undefined | false | null): Promise<T> {
  for (;;) {
    const value = attempt()
    if (value !== undefined && value !== false && value !== null) return value
    // oxlint-disable-next-line no-await-in-loop -- a poll
    await wait(10)
  }
}

async function pair(dialling: Peers, answering: Peers): Promise<void> {
  for (const peers of [dialling, answering]) peers.openPairing()
  const dialled = dialling.pairWith({ address: '127.0.0.1', port: answering.port })
  const here = await until(() => dialling.view().pairing.partner?.shown)
  const there = await until(() => answering.view().pairing.partner?.shown)
  dialling.enterDigits(there)
  answering.enterDigits(here)
  await dialled
  dialling.setTypedAddresses([{ address: '127.0.0.1', port: answering.port }])
  await until(() => isLinked(dialling) && isLinked(answering))
}

const isLinked = (peers: Peers): boolean => peers.view().stations.some((station) => station.isLinked)
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
await pair(office, brake)
const before = [share(brake), share(office)]
await until(() => pieces(brake) === 2 && pieces(office) === 2)

fillDisk()
// the pages that the file of the documents has already take some
const refusal = await until(() => [share(brake)].find((outcome) => outcome !== 'shared'))
const whileFull = Array.from({ length: 20 }, () => share(office))

rmSync(filler)
const afterwards = share(brake)
await until(() => pieces(brake) === sharedCount && pieces(office) === sharedCount)
const { port } = brake
await brake.close()
brake = await open('brake', port)
const reopened = pieces(brake)
console.log(JSON.stringify({ before, refusal, whileFull, afterwards, sharedCount, reopened }))
await Promise.all([brake.close(), office.close()])

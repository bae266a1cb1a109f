// The group 'stations': twenty stations of one workshop on loopback. The stations run in this process without screens and without ledgers:
// the rows measure the link, the shared documents and what a screen is answered from.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addDays } from '../../../shared/workshop-api/index.ts'
import type { NewFact, Peers } from '../../../src-main/peers/index.ts'
import { FactsElsewhere } from '../../../src-main/station/peers/index.ts'
import { isLinked, today } from '../../integration/peers/loopback-peers.ts'
import { pieceAt, sheetId } from '../../integration/peers/shared-pieces.ts'
import type { Bench, Row } from '../run.ts'
import { factBytes } from './fact-bytes.ts'
import { addressOf, linkedStations, openStationIn, until } from './linked-stations.ts'

const stationCount = 20
const counts = 200
const maxCountMs = 250
const idleMs = 60_000
const maxIdleShare = 0.01
const missedFacts = 5_000
const maxCatchUpMs = 1_000
const storedFacts = 100_000
const storedDays = 92
const maxOpenMs = 500
const maxOpenBytes = 80_000_000
const maxFactBytes = 200
/** Facts that are shared in one commit when a folder is filled. */
const batch = 500

export async function stationsRows({ root, folder }: Bench): Promise<Row[]> {
  const stations = await linkedStations(join(folder, 'linked'), stationCount)
  const rows = [await countRow(stations), await idleRow(stations)]
  await Promise.all(stations.map((station) => station.close()))
  return [
    ...rows,
    await catchUpRow(join(folder, 'away')),
    ...(await openRows(root, join(folder, 'days'))),
    wireRow(join(folder, 'wire')),
  ]
}

/** Each station counts in turn, and the next one shows it. */
async function countRow(stations: readonly Peers[]): Promise<Row> {
  const views = stations.map(elsewhereOf)
  const times: number[] = []
  for (let no = 0; no < counts; no += 1) {
    const counting = stations[no % stations.length]
    const shown = views[(no + 1) % stations.length]
    if (counting === undefined || shown === undefined) continue
    const before = goodIn(shown)
    const startMs = performance.now()
    counting.share([pieceAt({ peers: counting }, `count ${no}`)])
    // oxlint-disable no-await-in-loop -- one count after the other
    await until(() => {
      if (goodIn(shown) === before) throw new Error(`count ${no} did not arrive`)
    })
    times.push(performance.now() - startMs)
    // the others have it too, so that the next count is the only one on its way
    await until(() => {
      if (new Set(views.map((view, index) => goodIn(view) + ownCounts(no, index))).size > 1)
        throw new Error('not level')
    })
    // oxlint-enable no-await-in-loop
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return {
    name: `from a count at one of ${stationCount} linked stations to the view of another one (p95 of ${counts})`,
    measured: `${p95.toFixed(1)} ms`,
    limit: `${maxCountMs} ms`,
    passes: p95 <= maxCountMs,
  }
}

/** The counts that a station made itself up to the n-th one: they are not elsewhere. */
const ownCounts = (no: number, index: number): number => Math.floor((no - index) / stationCount) + 1

function elsewhereOf(peers: Peers): FactsElsewhere {
  const elsewhere = new FactsElsewhere(Date.now)
  elsewhere.setPeers(peers)
  peers.arrived.subscribe((change) => elsewhere.update(change))
  return elsewhere
}

const goodIn = (elsewhere: FactsElsewhere): number =>
  elsewhere.piecesOf(sheetId, 0).reduce((sum, { good }) => sum + good, 0)

/** All stations share this process, so its time is that of all of them. */
async function idleRow(stations: readonly Peers[]): Promise<Row> {
  const before = process.cpuUsage()
  const startMs = performance.now()
  await wait(idleMs)
  const { user, system } = process.cpuUsage(before)
  const share = (user + system) / 1_000 / (performance.now() - startMs) / stations.length
  return {
    name: `processor share of each of ${stationCount} linked stations in an idle workshop, over ${idleMs / 1_000} s`,
    measured: `${(share * 100).toFixed(2)} % of a core`,
    limit: `${maxIdleShare * 100} %`,
    passes: share < maxIdleShare,
  }
}

/** From the start of a station that was away until it has what it missed. */
async function catchUpRow(folder: string): Promise<Row> {
  const [brake, office] = await linkedStations(folder, 2)
  if (brake === undefined || office === undefined) throw new Error('two stations were not opened')
  await office.close()
  await until(() => {
    if (isLinked(brake)) throw new Error('the other station is still linked')
  })
  await shareInBatches(brake, missedFacts, () => today)
  const startMs = performance.now()
  const again = await openStationIn(join(folder, '1'), { addresses: [addressOf(brake)] })
  await until(() => expectNoBacklog(brake))
  const { length } = again.factsElsewhere(sheetId)
  const catchUpMs = performance.now() - startMs
  if (length !== missedFacts) throw new Error(`${length} of ${missedFacts} facts arrived`)
  await Promise.all([again.close(), brake.close()])
  return {
    name: `from the start of a station that was away a day until it has the ${missedFacts} facts of another one`,
    measured: `${catchUpMs.toFixed(0)} ms`,
    limit: `${maxCatchUpMs} ms`,
    passes: catchUpMs <= maxCatchUpMs,
  }
}

/** A station receives the facts of 92 days from another one, and its folder is then opened in a process of its own. */
async function openRows(root: string, folder: string): Promise<Row[]> {
  const [brake, office] = await linkedStations(folder, 2)
  if (brake === undefined || office === undefined) throw new Error('two stations were not opened')
  await shareInBatches(brake, storedFacts, (no) => addDays(today, -(no % storedDays)))
  const { length } = office.factsElsewhere(sheetId)
  if (length !== storedFacts) throw new Error(`${length} of ${storedFacts} facts arrived`)
  await Promise.all([brake.close(), office.close()])
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    join(root, 'test/bench/stations/open-peers-process.ts'),
    join(folder, '1'),
  ])
  const [openMs = Number.NaN, bytes = Number.NaN] =
    /"openMs":(\d+),"bytes":(-?\d+)/.exec(stdout)?.slice(1).map(Number) ?? []
  return [
    {
      name: `time to open ${storedFacts} facts of ${storedDays} days`,
      measured: `${openMs} ms`,
      limit: `${maxOpenMs} ms`,
      passes: openMs <= maxOpenMs,
    },
    {
      name: `resident memory that ${storedFacts} open facts of ${storedDays} days add to a process`,
      measured: `${(bytes / 1_000_000).toFixed(1)} MB`,
      limit: `under ${maxOpenBytes / 1_000_000} MB`,
      passes: bytes < maxOpenBytes,
    },
  ]
}

/** The linked station has everything on its disk. */
function expectNoBacklog(peers: Peers): void {
  const backlog = peers.view().stations[0]?.backlog ?? 0
  if (backlog > 0) throw new Error(`${backlog} facts are on their way`)
}

async function shareInBatches(peers: Peers, count: number, dayOf: (no: number) => string): Promise<void> {
  const facts: NewFact[] = Array.from({ length: count }, (_, no) => pieceAt({ peers }, `piece ${no}`, 1, dayOf(no)))
  // by day, as they arise
  facts.sort((a, b) => (a.document < b.document ? -1 : a.document > b.document ? 1 : 0))
  for (let start = 0; start < count; start += batch) {
    peers.share(facts.slice(start, start + batch))
    // oxlint-disable no-await-in-loop -- one batch after the other
    if (isLinked(peers)) await until(() => expectNoBacklog(peers))
    // a station that is away gets its turn to close
    else await wait(0)
    // oxlint-enable no-await-in-loop
  }
}

function wireRow(folder: string): Row {
  const measured = factBytes(folder).toSorted((a, b) => b.bytes - a.bytes)
  const most = measured[0]?.bytes ?? Number.NaN
  return {
    name: 'bytes of one fact of each kind on the wire, with the headers of WebSocket and TLS',
    measured: measured.map(({ kind, bytes }) => `${kind} ${bytes}`).join(', '),
    limit: `under ${maxFactBytes} each`,
    passes: most < maxFactBytes,
  }
}

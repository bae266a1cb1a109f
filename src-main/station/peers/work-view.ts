// What the stations of the workshop do now, and what the others did to each sheet, for the screens. Reads the shared documents and the stores.
import { addDays } from '../../../shared/workshop-api/index.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'
import type { SheetElsewhere, WorkElsewhere } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import type { Peers } from '../../peers/index.ts'
import { isStuckElsewhere } from '../oversight/index.ts'
import type { FactsElsewhere } from './facts-elsewhere.ts'
import type { ReceivedHandOver } from './hand-over-desk.ts'
import { instantOf, maybeInstant } from './instants.ts'
import type { StationPeers } from './station-peers.ts'

export interface WorkViewParts {
  stationPeers: StationPeers
  elsewhere: FactsElsewhere
  ledger: Pick<Ledger, 'marks' | 'counting'>
  cache: Pick<Cache, 'entryOf' | 'tally' | 'brakes'>
  now: () => number
  today: () => string
}

/** Older sheets have left the lists. */
const shownDays = 14

export function workElsewhere(parts: WorkViewParts): WorkElsewhere {
  const { peers } = parts.stationPeers
  if (peers === null) return { stations: [], stuckMarks: [], sheets: [] }
  const bendings = peers.bendings()
  const handOvers = parts.stationPeers.handOverDesk.received(peers)
  const ids = new Set([
    ...peers.sheetsSince(addDays(parts.today(), -shownDays)),
    ...bendings.map(({ bending }) => bending.sheetId),
    // a stop applies however old it is
    ...parts.elsewhere.stops().map(({ sheet }) => sheet),
  ])
  return {
    stations: stationTiles(parts, peers),
    stuckMarks: stuckMarks(parts, peers),
    sheets: [...ids].flatMap((sheetId) => sheetElsewhere(sheetId, peers, { ...parts, bendings, handOvers }) ?? []),
  }
}

interface SheetParts extends WorkViewParts {
  bendings: ReturnType<Peers['bendings']>
  handOvers: readonly ReceivedHandOver[]
}

/** Null: no other station has facts about it. */
function sheetElsewhere(sheetId: string, peers: Peers, parts: SheetParts): SheetElsewhere | null {
  const { elsewhere, cache, ledger, bendings } = parts
  const reworkCount = cache.entryOf(sheetId)?.reworkCount ?? 0
  const nameOf = (station: string): string => peers.nameOf(station)
  const marks = elsewhere.marksOf(sheetId, reworkCount)
  const ownMark = marks.length === 0 ? null : ledger.marks.markOnSheet(sheetId, reworkCount)
  const isMarkedTwice = ownMark !== null && ownMark.state !== 'cancelled' && ownMark.state !== 'rework_wanted'
  const outcome = elsewhere.planOf(sheetId)
  const view: SheetElsewhere = {
    sheetId,
    bending: bendings
      .filter(({ bending }) => bending.sheetId === sheetId)
      .map(({ station, bending: { pieceNo, step, done, wanted, by } }) => ({
        station: nameOf(station),
        pieceNo,
        step,
        done,
        wanted,
        by,
      })),
    marks: marks.map(({ from, state, why = null, at: markedMs, pieces, by = null }) => ({
      station: nameOf(from),
      state,
      reason: why,
      markedAt: instantOf(markedMs),
      pieces,
      by,
    })),
    isMarkedTwice,
    ownPieces: isMarkedTwice ? ownMark.quantity : 0,
    pieces: elsewhere
      .piecesOf(sheetId, reworkCount)
      .filter(({ good }) => good > 0)
      .map(({ station, pieceNo, good }) => ({ station: nameOf(station), pieceNo, good })),
    stops: elsewhere.stopsOf(sheetId).map(({ stop: id, from, why: reason, text = null, by = null, time }) => ({
      id,
      station: nameOf(from),
      reason,
      text,
      by,
      reportedAt: instantOf(time),
    })),
    overwritten: (outcome?.overwritten ?? []).map(({ fact }) => ({
      station: nameOf(fact.from),
      by: fact.by ?? null,
      plannedAt: instantOf(fact.time),
      machine: machineName(cache, fact.machine),
      appliedStation: nameOf(outcome?.applied.fact.from ?? fact.from),
      appliedBy: outcome?.applied.fact.by ?? null,
      appliedMachine: machineName(cache, outcome?.applied.fact.machine ?? null),
    })),
    handOvers: parts.handOvers
      .filter((one) => one.sheetId === sheetId)
      .map(({ station, by, waitsFor }) => ({ station: nameOf(station), by, waitsFor })),
  }
  const { bending, pieces, stops, overwritten, handOvers } = view
  return [bending, marks, pieces, stops, overwritten, handOvers].every((part) => part.length === 0) ? null : view
}

/** A choice has the service's id of a machine, or the name of one that the service does not know. */
const machineName = (cache: WorkViewParts['cache'], machine: string | null): string | null =>
  cache.brakes().find(({ id }) => id === machine)?.name ?? machine

type Tile = WorkElsewhere['stations'][number]

/** This station first, then the others by name. */
function stationTiles(parts: WorkViewParts, peers: Peers): Tile[] {
  const { stationPeers, now } = parts
  const ownBending = stationPeers.bending()
  const { stations } = peers.view()
  const numbers = sheetNumbers(
    parts,
    [ownBending, ...stations.map(({ bending }) => bending)].flatMap((bending) => bending?.sheetId ?? []),
  )
  const ownTile: Tile = {
    stationId: peers.stationId,
    name: stationPeers.settings().name,
    isOwn: true,
    isLinked: true,
    lastSeenAt: instantOf(now()),
    bending: tileBending(parts, numbers, ownBending),
    idleSince: lastPieceAt(peers, peers.stationId),
  }
  const others = stations.map(({ name, stationId, isLinked, lastSeenMs, bending }): Tile => ({
    stationId,
    name,
    isOwn: false,
    isLinked,
    lastSeenAt: maybeInstant(lastSeenMs),
    bending: tileBending(parts, numbers, bending),
    idleSince: lastPieceAt(peers, stationId),
  }))
  return [ownTile, ...others.toSorted((a, b) => a.name.localeCompare(b.name, 'nb'))]
}

const lastPieceAt = (peers: Peers, station: string): string | null =>
  maybeInstant(peers.newestOf(station, 'piece') || null)

/** The most marks in one answer. */
const maxStuckMarks = 100

function stuckMarks(parts: WorkViewParts, peers: Peers): WorkElsewhere['stuckMarks'] {
  const nowMs = parts.now()
  const marks = parts.elsewhere
    .openMarks()
    .filter((mark) => isStuckElsewhere(mark, nowMs))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, maxStuckMarks)
  const numbers = sheetNumbers(
    parts,
    marks.map(({ sheet }) => sheet),
  )
  return marks.map(({ from, sheet, at: markedMs, why = null, by = null }) => {
    const number = numbers.get(sheet)
    return {
      station: peers.nameOf(from),
      sheet: number === undefined ? null : `${number.orderNumber}·${number.sheetNo}`,
      markedAt: instantOf(markedMs),
      reason: why,
      by,
    }
  })
}

interface SheetNumber {
  orderNumber: string
  sheetNo: number
}

/** By the sheet's id; without the sheets that are not stored. */
function sheetNumbers({ cache }: WorkViewParts, sheetIds: readonly string[]): ReadonlyMap<string, SheetNumber> {
  const orders = new Map(cache.tally.ordersOf(sheetIds).map(({ sheetId, orderNumber }) => [sheetId, orderNumber]))
  return new Map(
    cache.tally.sheetsOf(sheetIds).flatMap(({ sheetId, sheetNo }) => {
      const orderNumber = orders.get(sheetId)
      return orderNumber === undefined ? [] : [[sheetId, { orderNumber, sheetNo }]]
    }),
  )
}

function tileBending(
  { now }: WorkViewParts,
  numbers: ReadonlyMap<string, SheetNumber>,
  bending: BendingNow | null,
): Tile['bending'] {
  if (bending === null) return null
  const { sheetId, pieceNo, step, done, wanted, by, leftMs } = bending
  return {
    sheetId,
    sheet: numbers.get(sheetId) ?? null,
    pieceNo,
    step,
    done,
    wanted,
    by,
    doneAt: leftMs === undefined ? null : instantOf(now() + leftMs),
  }
}

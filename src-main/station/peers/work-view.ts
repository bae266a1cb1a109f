// What the stations of the workshop do now, and what the others did to each sheet, for the screens. Reads the shared documents and the stores.
import { addDays } from '../../../shared/workshop-api/index.ts'
import type { BendingNow } from '../../../shared/peers/index.ts'
import type { SheetElsewhere, WorkElsewhere } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import type { Peers } from '../../peers/index.ts'
import { isStuckElsewhere } from '../oversight/index.ts'
import type { FactsElsewhere } from './facts-elsewhere.ts'
import { instantOf, maybeInstant } from './instants.ts'
import type { StationPeers } from './station-peers.ts'

export interface WorkViewParts {
  stationPeers: StationPeers
  elsewhere: FactsElsewhere
  ledger: Pick<Ledger, 'marks' | 'counting'>
  cache: Pick<Cache, 'entryOf' | 'tally'>
  now: () => number
  today: () => string
}

/** Older sheets have left the lists. */
const shownDays = 14

export function workElsewhere(parts: WorkViewParts): WorkElsewhere {
  const { peers } = parts.stationPeers
  if (peers === null) return { stations: [], stuckMarks: [], sheets: [] }
  const bendings = peers.bendings()
  const ids = new Set([
    ...peers.sheetsSince(addDays(parts.today(), -shownDays)),
    ...bendings.map(({ bending }) => bending.sheetId),
  ])
  return {
    stations: stationTiles(parts, peers),
    stuckMarks: stuckMarks(parts, peers),
    sheets: [...ids].flatMap((sheetId) => sheetElsewhere(sheetId, peers, bendings, parts) ?? []),
  }
}

/** Null: no other station has anything to say about it. */
function sheetElsewhere(
  sheetId: string,
  peers: Peers,
  bendings: ReturnType<Peers['bendings']>,
  parts: WorkViewParts,
): SheetElsewhere | null {
  const { elsewhere, cache, ledger } = parts
  const reworkCount = cache.entryOf(sheetId)?.reworkCount ?? 0
  const nameOf = (station: string): string => peers.nameOf(station)
  const marks = elsewhere.marksOf(sheetId, reworkCount)
  const own = ledger.marks.markOnSheet(sheetId, reworkCount)
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
    isMarkedTwice: marks.length > 0 && own !== null && own.state !== 'cancelled' && own.state !== 'rework_wanted',
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
      machine: fact.machine,
      appliedStation: nameOf(outcome?.applied.fact.from ?? fact.from),
      appliedBy: outcome?.applied.fact.by ?? null,
      appliedMachine: outcome?.applied.fact.machine ?? null,
    })),
  }
  const { bending, pieces, stops, overwritten } = view
  return [bending, marks, pieces, stops, overwritten].every((part) => part.length === 0) ? null : view
}

type Tile = WorkElsewhere['stations'][number]

/** This station first, then the others by name. */
function stationTiles(parts: WorkViewParts, peers: Peers): Tile[] {
  const { stationPeers, now } = parts
  const own: Tile = {
    name: stationPeers.settings().name,
    isOwn: true,
    isLinked: true,
    lastSeenAt: instantOf(now()),
    bending: tileBending(parts, stationPeers.bending()),
    idleSince: lastPieceAt(peers, peers.stationId),
  }
  const others = peers.view().stations.map(({ name, stationId, isLinked, lastSeenMs, bending }): Tile => ({
    name,
    isOwn: false,
    isLinked,
    lastSeenAt: maybeInstant(lastSeenMs),
    bending: tileBending(parts, bending),
    idleSince: lastPieceAt(peers, stationId),
  }))
  return [own, ...others.toSorted((a, b) => a.name.localeCompare(b.name, 'nb'))]
}

const lastPieceAt = (peers: Peers, station: string): string | null =>
  maybeInstant(peers.newestOf(station, 'piece') || null)

/** The most marks in one answer. */
const maxStuckMarks = 100

function stuckMarks(parts: WorkViewParts, peers: Peers): WorkElsewhere['stuckMarks'] {
  const nowMs = parts.now()
  return parts.elsewhere
    .openMarks()
    .filter((mark) => isStuckElsewhere(mark, nowMs))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, maxStuckMarks)
    .map(({ from, sheet, at: markedMs, why = null, by = null }) => {
      const number = sheetNumber(parts, sheet)
      return {
        station: peers.nameOf(from),
        sheet: number === null ? null : `${number.orderNumber}·${number.sheetNo}`,
        markedAt: instantOf(markedMs),
        reason: why,
        by,
      }
    })
}

function sheetNumber({ cache }: WorkViewParts, sheetId: string): { orderNumber: string; sheetNo: number } | null {
  const [order] = cache.tally.ordersOf([sheetId])
  const [sheet] = cache.tally.sheetsOf([sheetId])
  return order === undefined || sheet === undefined ? null : { orderNumber: order.orderNumber, sheetNo: sheet.sheetNo }
}

function tileBending(parts: WorkViewParts, bending: BendingNow | null): Tile['bending'] {
  if (bending === null) return null
  const { sheetId, pieceNo, step, done, wanted, by, leftMs } = bending
  return {
    sheetId,
    sheet: sheetNumber(parts, sheetId),
    pieceNo,
    step,
    done,
    wanted,
    by,
    doneAt: leftMs === undefined ? null : instantOf(parts.now() + leftMs),
  }
}

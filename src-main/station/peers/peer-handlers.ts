// The handlers of the calls about other stations, and the questions that other calls ask first. A refusal is a CallError with its code.
import { addDays } from '../../../shared/workshop-api/index.ts'
import {
  CallError,
  deviationReason,
  type SheetElsewhere,
  type Station,
  type stationCalls,
  type StationsView,
  type WorkElsewhere,
} from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import type { Peers, PeersView } from '../../peers/index.ts'
import { orRefused } from '../marks/index.ts'
import type { FactsElsewhere } from './facts-elsewhere.ts'
import type { StationPeers } from './station-peers.ts'

export type StationCallHandlers = Pick<Station['handlers'], keyof typeof stationCalls>

export interface PeerHandlerParts {
  stationPeers: StationPeers
  elsewhere: FactsElsewhere
  ledger: Pick<Ledger, 'marks' | 'counting'>
  cache: Pick<Cache, 'entryOf'>
  today: () => string
  hasTechnicianPin: () => boolean
  isTechnicianPin: (pin: string) => Promise<boolean>
  /** The interfaces of this computer. */
  interfaces: () => StationsView['interfaces']
}

/** Older sheets have left the lists. */
const shownDays = 14

export function createPeerHandlers(parts: PeerHandlerParts): StationCallHandlers {
  const { stationPeers, elsewhere, ledger } = parts
  return {
    'stations.work': () => workElsewhere(parts),
    'stations.release': ({ stopId, by, reason }) => {
      const stop = elsewhere.stops().find((one) => one.stop === stopId)
      if (stop === undefined) throw new CallError('deviation_unknown', `no other station reported ${stopId}`)
      const { sheet: sheetId, dv: drawingVersion, why, text = null, by: reportedBy = null, time: reportedAt } = stop
      const known = deviationReason.safeParse(why)
      const reported = { id: stopId, sheetId, drawingVersion, text, by: reportedBy, reportedAt }
      const release = { by, why: reason }
      orRefused(ledger.counting.releaseElsewhere({ ...reported, reason: known.data ?? 'other' }, release))
      return workElsewhere(parts)
    },
    'stations.read': () => stationsView(parts),
    'stations.change': async ({ isOn, name, address, port, typedAddresses }) => {
      if (isOn && !parts.interfaces().some((one) => one.address === address))
        throw new CallError('stations_need_address', `this computer has no interface with the address ${address}`)
      await stationPeers.changeSettings({ isOn, name, address, port, addresses: typedAddresses })
      return stationsView(parts)
    },
    'stations.open_pairing': () => {
      if (!parts.hasTechnicianPin())
        throw new CallError('stations_need_pin', 'without a PIN of maintain everyone could pair a station')
      if (!stationPeers.required().openPairing())
        throw new CallError('pairing_closed', 'three wrong entries keep pairing mode closed')
      return stationsView(parts)
    },
    'stations.close_pairing': () => {
      stationPeers.required().closePairing()
      return stationsView(parts)
    },
    'stations.pair': async ({ address, port }) => {
      const peers = stationPeers.required()
      if (!peers.view().pairing.isOpen) throw new CallError('pairing_not_begun', 'pairing mode is not open here')
      const isFound = peers.view().addresses.some((one) => one.address === address && one.port === port && !one.isTyped)
      if (!isFound) await stationPeers.addTypedAddress({ address, port })
      // the exchange goes on; the answer is the state in which it has begun or failed
      void peers.pairWith({ address, port })
      return stationsView(parts)
    },
    'stations.confirm': async ({ digits, pin }) => {
      const peers = stationPeers.required()
      if (!(await parts.isTechnicianPin(pin))) throw new CallError('pin_wrong', 'it is not the PIN of maintain')
      const entered = peers.enterDigits(digits)
      if (entered === 'no_partner') throw new CallError('pairing_not_begun', 'there is no station to confirm')
      if (entered === 'wrong') throw new CallError('digits_wrong', 'the other screen shows other digits')
      return stationsView(parts)
    },
    'stations.revoke': ({ fingerprint }) => {
      stationPeers.required().revoke(fingerprint)
      return stationsView(parts)
    },
  }
}

export type WhatIsBegun = 'mark' | 'piece_or_program'

export interface AskFirstParts {
  stationPeers: Pick<StationPeers, 'peers'>
  elsewhere: Pick<FactsElsewhere, 'marksOf'>
  cache: Pick<Cache, 'sheetOf'>
}

/**
 * Returns a function that throws CallError where a person has to be asked first: another station bends the sheet, or has marked it. Who
 * was asked once about a sheet in this run of the program is not asked again for each piece.
 */
export function createAskFirst({ stationPeers, elsewhere, cache }: AskFirstParts) {
  const answered = new Set<string>()
  return (sheetId: string, begun: WhatIsBegun, isDespiteOthers: boolean | undefined): void => {
    const { peers } = stationPeers
    if (peers === null) return
    const reworkCount = cache.sheetOf(sheetId).sheet?.reworkCount ?? 0
    if (isDespiteOthers === true) return void answered.add(`${sheetId} ${begun}`)
    if (begun === 'mark' && elsewhere.marksOf(sheetId, reworkCount).length > 0)
      throw new CallError('marked_elsewhere', 'another station has marked the sheet')
    const bends = peers.bendings().find(({ bending }) => bending.sheetId === sheetId)
    if (begun === 'piece_or_program' && bends !== undefined && !answered.has(`${sheetId} ${begun}`))
      throw new CallError('in_work_elsewhere', `${peers.nameOf(bends.station)} bends the sheet now`)
  }
}

function workElsewhere(parts: PeerHandlerParts): WorkElsewhere {
  const { peers } = parts.stationPeers
  if (peers === null) return { stations: [], sheets: [] }
  const bendings = peers.bendings()
  const ids = new Set([
    ...peers.sheetsSince(addDays(parts.today(), -shownDays)),
    ...bendings.map(({ bending }) => bending.sheetId),
  ])
  return {
    stations: peers.view().stations.map(({ name, isLinked, lastSeenMs, bending }) => ({
      name,
      isLinked,
      lastSeenAt: maybeInstant(lastSeenMs),
      bendingSheetId: bending?.sheetId ?? null,
    })),
    sheets: [...ids].flatMap((sheetId) => sheetElsewhere(sheetId, peers, bendings, parts) ?? []),
  }
}

/** Null: no other station has anything to say about it. */
function sheetElsewhere(
  sheetId: string,
  peers: Peers,
  bendings: ReturnType<Peers['bendings']>,
  parts: PeerHandlerParts,
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

function stationsView({ stationPeers, hasTechnicianPin, interfaces }: PeerHandlerParts): StationsView {
  const { isOn, name, address, port, addresses: typedAddresses } = stationPeers.settings()
  const { peers } = stationPeers
  const view = peers?.view() ?? null
  return {
    isOn,
    problem: stationPeers.problem,
    name,
    address,
    port,
    interfaces: interfaces(),
    typedAddresses,
    fingerprint: view?.fingerprint ?? null,
    isFolderCopied: view?.isFolderCopied ?? false,
    stations: (view?.stations ?? []).map((station) => linkedStation(station, peers)),
    pairing: pairingView(view),
    addresses: view?.addresses ?? [],
    hasPin: hasTechnicianPin(),
  }
}

const linkedStation = (
  station: PeersView['stations'][number],
  peers: Peers | null,
): StationsView['stations'][number] => ({
  fingerprint: station.fingerprint,
  name: station.name,
  confirmedBy: station.confirmedBy === null ? null : (peers?.nameOf(station.confirmedBy) ?? station.confirmedBy),
  isLinked: station.isLinked,
  lastSeenAt: maybeInstant(station.lastSeenMs),
  backlog: station.backlog,
  clockAheadSeconds: Math.round(station.clockOffsetMs / 1_000),
  isCopied: station.isCopied,
})

function pairingView(view: PeersView | null): StationsView['pairing'] {
  const pairing = view?.pairing
  const partner = pairing?.partner ?? null
  return {
    openForSeconds: Math.ceil((pairing?.openForMs ?? 0) / 1_000),
    closedForSeconds: Math.ceil((pairing?.closedForMs ?? 0) / 1_000),
    partner:
      partner === null
        ? null
        : {
            name: partner.name,
            shown: partner.shown,
            isConfirmedHere: partner.isConfirmedHere,
            isConfirmedThere: partner.isConfirmedThere,
          },
  }
}

const instantOf = (ms: number): string => new Date(ms).toISOString()
const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instantOf(ms))

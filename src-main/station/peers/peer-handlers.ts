// The handlers of the calls about other stations, and the questions that other calls ask first. A refusal is a CallError with its code.
import {
  CallError,
  deviationReason,
  type Station,
  type stationCalls,
  type StationsView,
} from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Peers, PeersView } from '../../peers/index.ts'
import { orRefused } from '../marks/index.ts'
import type { FactsElsewhere } from './facts-elsewhere.ts'
import { maybeInstant } from './instants.ts'
import { chosenAddress } from './local-interfaces.ts'
import type { StationPeers } from './station-peers.ts'
import { workElsewhere, type WorkViewParts } from './work-view.ts'

export type StationCallHandlers = Pick<Station['handlers'], keyof typeof stationCalls>

export interface PeerHandlerParts extends WorkViewParts {
  hasTechnicianPin: () => boolean
  isTechnicianPin: (pin: string) => Promise<boolean>
  /** The interfaces of this computer. */
  interfaces: () => StationsView['interfaces']
}

export function createPeerHandlers(parts: PeerHandlerParts): StationCallHandlers {
  const { stationPeers, elsewhere, ledger } = parts
  return {
    'stations.work': () => workElsewhere(parts),
    'stations.release': ({ stopId, by, reason }) => {
      const stop = elsewhere.stops().find((one) => one.stop === stopId)
      if (stop === undefined) throw new CallError('deviation_unknown', `no other station reported ${stopId}`)
      const { sheet: sheetId, dv: drawingVersion, why, text = null, by: reportedBy = null, time: reportedAt } = stop
      const parsedReason = deviationReason.safeParse(why)
      const reported = { id: stopId, sheetId, drawingVersion, text, by: reportedBy, reportedAt }
      const release = { by, why: reason }
      orRefused(ledger.counting.releaseElsewhere({ ...reported, reason: parsedReason.data ?? 'other' }, release))
      return workElsewhere(parts)
    },
    'stations.read': () => stationsView(parts),
    'stations.change': async ({ isOn, name, address, port, typedAddresses }) => {
      const before = stationPeers.settings()
      const chosen = parts.interfaces().find((one) => one.address === address)
      // the chosen interface may have no address now, and the other settings can change all the same
      const isSameInterface = before.isOn && address === before.address
      if (isOn && chosen === undefined && !isSameInterface)
        throw new CallError('stations_need_address', `this computer has no interface with the address ${address}`)
      const interfaceName = chosen?.name ?? (isSameInterface ? before.interfaceName : '')
      await stationPeers.changeSettings({ isOn, name, interfaceName, address, port, addresses: typedAddresses })
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
      // the exchange continues; the answer is the state in which it has begun or failed
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
 * Asks a person first where another station bends the sheet, or has marked it. A person who was asked about the pieces is not asked again
 * for each piece, as long as that station bends the sheet.
 */
export class AskFirst {
  readonly #parts: AskFirstParts
  /** A station, a sheet and its rework count. */
  readonly #answered = new Set<string>()

  constructor(parts: AskFirstParts) {
    this.#parts = parts
  }

  /** Throws CallError where a person has to be asked. `isDespiteOthers`: the person was asked and continues. */
  check(sheetId: string, begun: WhatIsBegun, isDespiteOthers: boolean | undefined): void {
    const { stationPeers, elsewhere, cache } = this.#parts
    const { peers } = stationPeers
    if (peers === null) return
    const reworkCount = cache.sheetOf(sheetId).sheet?.reworkCount ?? 0
    if (begun === 'mark') {
      if (isDespiteOthers !== true && elsewhere.marksOf(sheetId, reworkCount).length > 0)
        throw new CallError('marked_elsewhere', 'another station has marked the sheet')
      return
    }
    for (const { station, bending } of peers.bendings()) {
      const question = `${station} ${sheetId} ${reworkCount}`
      if (bending.sheetId !== sheetId || this.#answered.has(question)) continue
      if (isDespiteOthers !== true)
        throw new CallError('in_work_elsewhere', `${peers.nameOf(station)} bends the sheet now`)
      this.#answered.add(question)
    }
  }

  /** What the other stations bend changed: forgets the answers about what a station does not bend any more. */
  forgetEnded(): void {
    const bendings = this.#parts.stationPeers.peers?.bendings() ?? []
    const current = bendings.map(({ station, bending }) => `${station} ${bending.sheetId} `)
    for (const question of this.#answered)
      if (!current.some((begin) => question.startsWith(begin))) this.#answered.delete(question)
  }
}

function stationsView({ stationPeers, hasTechnicianPin, interfaces }: PeerHandlerParts): StationsView {
  const settings = stationPeers.settings()
  const { isOn, name, port, addresses: typedAddresses } = settings
  const localInterfaces = interfaces()
  const { peers } = stationPeers
  const view = peers?.view() ?? null
  return {
    isOn,
    problem: stationPeers.problem,
    name,
    address: chosenAddress(settings, localInterfaces) ?? settings.address,
    port,
    interfaces: localInterfaces,
    typedAddresses,
    fingerprint: view?.fingerprint ?? null,
    isFolderCopied: view?.isFolderCopied ?? false,
    stations: (view?.stations ?? []).map((station) => linkedStation(station, peers)),
    pairing: pairingView(view),
    addresses: view?.addresses ?? [],
    discovery: view?.discovery ?? 'off',
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
  problem: station.problem,
  hasSameName: station.hasSameName,
})

function pairingView(view: PeersView | null): StationsView['pairing'] {
  const pairing = view?.pairing
  const partner = pairing?.partner ?? null
  return {
    openForSeconds: Math.ceil((pairing?.openForMs ?? 0) / 1_000),
    closedForSeconds: Math.ceil((pairing?.closedForMs ?? 0) / 1_000),
    entriesLeft: pairing?.entriesLeft ?? 0,
    ended: pairing?.ended ?? null,
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

// Puts this station among the others: its handlers, and what other calls ask first. Opens the link where a
// technician has turned it on, after the station is open.
import { CallError, type CallOut, type Station } from '../../../shared/station-api/index.ts'
import type { Cache } from '../../cache/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { localInterfaces } from './local-interfaces.ts'
import { AskFirst, createPeerHandlers, type StationCallHandlers } from './peer-handlers.ts'
import { StationPeers, type StationPeersParts } from './station-peers.ts'

export interface OpenStationPeersParts extends Omit<StationPeersParts, 'ledger' | 'sheetOf' | 'onPresence'> {
  ledger: Ledger
  cache: Cache
  hasTechnicianPin: () => boolean
  isTechnicianPin: (pin: string) => Promise<boolean>
}

type AskingCall = 'mark.create' | 'count.book' | 'brake.send' | 'handover.give'

export interface OpenedStationPeers {
  handlers: StationCallHandlers
  /** Calls that ask a person first where another station works on the sheet, and a hand-over, which needs a paired station. */
  askFirst: <H extends Pick<Station['handlers'], AskingCall>>(handlers: H) => H
  /** The brake reports something else. */
  tellPresence: () => void
  /** The plan changed. */
  mirrorSoon: () => void
  /** Never rejects. */
  start: () => Promise<void>
  close: () => Promise<void>
}

export function openStationPeers(parts: OpenStationPeersParts): OpenedStationPeers {
  const stationPeers = new StationPeers({
    ...parts,
    sheetOf: (sheetId) => parts.cache.sheetOf(sheetId).sheet,
    onPresence: () => askFirst.forgetEnded(),
  })
  const askFirst = new AskFirst({ stationPeers, elsewhere: parts.elsewhere, cache: parts.cache })
  return {
    handlers: createPeerHandlers({ ...parts, now: parts.clock.now, stationPeers, interfaces: localInterfaces }),
    askFirst: (handlers) => ({
      ...handlers,
      'mark.create': (input, ...context) => {
        askFirst.check(input.sheetId, 'mark', input.isDespiteOthers)
        return handlers['mark.create'](input, ...context)
      },
      'count.book': (input, ...context) => {
        askFirst.check(input.sheetId, 'piece_or_program', input.isDespiteOthers)
        const recordCount = (work: CallOut<'count.book'>): CallOut<'count.book'> => {
          const { pieces, done } = work
          const wanted = pieces.reduce((sum, { wantedPieces }) => sum + wantedPieces, 0)
          const by = parts.ledger.operators.find(input.operatorId ?? '')?.initials ?? null
          stationPeers.recordHandCount({ sheetId: input.sheetId, pieceNo: input.pieceNo, step: null, done, wanted, by })
          return work
        }
        const work = handlers['count.book'](input, ...context)
        return work instanceof Promise ? work.then(recordCount) : recordCount(work)
      },
      'handover.give': (input, ...context) => {
        const { to = null } = input
        const isPaired =
          to === null ||
          stationPeers
            .required()
            .view()
            .stations.some((paired) => paired.stationId === to)
        if (!isPaired) throw new CallError('station_unknown', `${to} is not paired`)
        return handlers['handover.give'](input, ...context)
      },
      'brake.send': (input, ...context) => {
        askFirst.check(input.sheetId, 'piece_or_program', input.isDespiteOthers)
        return handlers['brake.send'](input, ...context)
      },
    }),
    tellPresence: stationPeers.tellPresence,
    mirrorSoon: stationPeers.mirrorSoon,
    start: () => stationPeers.start(),
    close: stationPeers.close,
  }
}

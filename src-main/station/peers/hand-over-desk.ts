// Takes over what other stations hand over to this one, and records what they took over from it. A hand-over that cannot be taken over yet,
// for example because its sheet is not here, stays on its way and is tried again after each change. Writes the ledger by its rules for a
// hand-over code, which refuse whatever does not fit.
import { decideHandOvers, type DecidedHandOver } from '../../../shared/peers/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import type { Peers } from '../../peers/index.ts'

export interface HandOverDeskParts {
  ledger: Pick<Ledger, 'handingOver'>
  /** Null: the sheet is not here. */
  sheetOf: (sheetId: string) => Sheet | null
  /** The machine of this station; null: it has none. */
  ownBrakeId: () => string | null
  /** `shopSlug/environment`; null: not known yet. */
  fingerprint: () => string | null
}

/** What another station hands over to this one. */
export interface ReceivedHandOver {
  sheetId: string
  station: string
  by: string | null
  /** Why it is not taken over yet; null: it is. */
  waitsFor: string | null
}

/** Another station hands it over to this one, and did not take it back. */
const isFor = (stationId: string, { handOver: { from, to }, state }: DecidedHandOver): boolean =>
  to === stationId && from !== to && state !== 'taken_back'

export class HandOverDesk {
  readonly #parts: HandOverDeskParts
  /** Null: read again. */
  #decided: readonly DecidedHandOver[] | null = null
  /** Why a hand-over could not be taken over, by its nonce. */
  readonly #refusals = new Map<string, string>()

  constructor(parts: HandOverDeskParts) {
    this.#parts = parts
  }

  /** Facts about hand-overs changed. */
  forget(): void {
    this.#decided = null
  }

  /** Does what the facts ask for, each once. Throws the error of a disk that refuses it. */
  act(peers: Peers): void {
    const { handingOver } = this.#parts.ledger
    for (const { handOver, state } of this.#read(peers)) {
      const { from, to, nonce } = handOver
      if (from === peers.stationId && state === 'taken') handingOver.recordTaken(nonce, to)
      // a take-over of this station that a restored ledger lacks is booked again
      if (isFor(peers.stationId, { handOver, state }) && !handingOver.isKnown(nonce)) this.#accept(handOver)
    }
  }

  received(peers: Peers): ReceivedHandOver[] {
    return this.#read(peers)
      .filter((decided) => isFor(peers.stationId, decided))
      .map(({ handOver: { from: station, nonce, sheet: sheetId, by = null } }) => {
        const isTaken = this.#parts.ledger.handingOver.isKnown(nonce)
        return { sheetId, station, by, waitsFor: isTaken ? null : (this.#refusals.get(nonce) ?? 'not_here') }
      })
  }

  #read(peers: Peers): readonly DecidedHandOver[] {
    this.#decided ??= decideHandOvers({
      handOvers: peers.factsOfKind('handover', { elsewhere: false }),
      takeOvers: peers.factsOfKind('takeover', { elsewhere: false }),
      handBacks: peers.factsOfKind('handback', { elsewhere: false }),
    })
    return this.#decided
  }

  #accept({ to, nonce, sheet: sheetId, code: text }: DecidedHandOver['handOver']): void {
    const { ledger, sheetOf, ownBrakeId, fingerprint: workshop } = this.#parts
    const sheet = sheetOf(sheetId)
    const fingerprint = workshop()
    if (sheet === null || fingerprint === null) return void this.#refusals.set(nonce, 'not_here')
    const reading = ledger.handingOver.read(text, fingerprint)
    // the ledger knows a hand-over by the nonce of its code
    if (reading.ok && reading.value.nonce !== nonce) return void this.#refusals.set(nonce, 'code_unreadable')
    const pressBrakeId = ownBrakeId() ?? sheet.pressBrakeId
    const taken = ledger.handingOver.accept({ sheet, pressBrakeId, operatorId: null, text, fingerprint, toStation: to })
    if (taken.ok) this.#refusals.delete(nonce)
    else this.#refusals.set(nonce, taken.error.code)
  }
}

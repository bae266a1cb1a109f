// Compares the stations with what was counted: an act is stored whole or not at all, no sum is below zero, and a hand-over neither adds
// a piece nor loses one.
import { InvariantError } from './invariant-error.ts'
import type { BookedRow, HandOverRow } from '../store-files/count-rows.ts'
import type { SimStation } from '../sim-station.ts'

export interface CountInvariants {
  afterStep: (station: SimStation) => void
  /** Checks all stations together. */
  atTheEnd: () => void
}

const holdsActs = (station: SimStation, booked: readonly BookedRow[]): void => {
  const byId = new Map(booked.map((row) => [row.id, row]))
  const requested = new Map<string, { pieceNo: number; delta: number }>()
  for (const { id, pieceNo, deltas, seen } of station.acts) {
    const storedCount = deltas.filter((delta, no) => byId.get(`${id}.${no}`)?.delta === delta).length
    if (seen && storedCount < deltas.length)
      throw new InvariantError(`${station.name} lost the count ${id}, which was seen`)
    if (storedCount > 0 && storedCount < deltas.length)
      throw new InvariantError(`${station.name} stores the count ${id} in part`)
    deltas.forEach((delta, no) => requested.set(`${id}.${no}`, { pieceNo, delta }))
  }
  for (const { id, kind, pieceNo, delta } of booked) {
    if (kind === 'takeover') continue
    const request = requested.get(id)
    if (request?.pieceNo !== pieceNo || request.delta !== delta)
      throw new InvariantError(`${station.name} counted ${delta} of piece ${pieceNo}, which nobody entered`)
  }
}

export function createCountInvariants(stations: readonly SimStation[]): CountInvariants {
  /** Checks that a code moves the same pieces from one station to at most one other. */
  const holdsCode = (given: HandOverRow, giver: SimStation): void => {
    const takers = stations.filter((station) =>
      station
        .ledger()
        .handOvers()
        .some(({ nonce, direction }) => nonce === given.nonce && direction === 'taken'),
    )
    if (takers.length > 1) throw new InvariantError(`the code ${given.nonce} was taken at two stations`)
    const [taker] = takers
    if (taker === undefined) return
    const gave = new Map<number, number>()
    for (const { jobId, pieceNo, counted, pieces } of giver.ledger().sums())
      if (jobId === given.jobId && counted === 'done') gave.set(pieceNo, (gave.get(pieceNo) ?? 0) + pieces)
    const takenCounts = new Map<number, number>()
    for (const { kind, reason, pieceNo, delta } of taker.ledger().booked())
      if (kind === 'takeover' && reason === given.nonce)
        takenCounts.set(pieceNo, (takenCounts.get(pieceNo) ?? 0) + delta)
    for (const pieceNo of new Set([...gave.keys(), ...takenCounts.keys()]))
      if ((gave.get(pieceNo) ?? 0) !== (takenCounts.get(pieceNo) ?? 0))
        throw new InvariantError(
          `${giver.name} handed ${gave.get(pieceNo)} of piece ${pieceNo} over, and ${taker.name} counts ${takenCounts.get(pieceNo)}`,
        )
  }

  return {
    afterStep: (station) => {
      const ledger = station.ledger()
      holdsActs(station, ledger.booked())
      for (const { sheetId, pieceNo, counted, pieces } of ledger.sums())
        if (pieces < 0)
          throw new InvariantError(`${station.name} counts ${pieces} ${counted} of ${sheetId}, piece ${pieceNo}`)
      for (const { id, pieces, quantity, done } of ledger.marked())
        if (pieces !== (done === 0 ? quantity : done))
          throw new InvariantError(`mark ${id} of ${station.name} says ${pieces} pieces, and ${done} were counted`)
    },
    atTheEnd: () => {
      const nonces = new Set<string>()
      for (const giver of stations)
        for (const row of giver.ledger().handOvers())
          if (row.direction === 'given') {
            nonces.add(row.nonce)
            if (row.takenBack === 0) holdsCode(row, giver)
          }
      for (const station of stations)
        for (const { kind, reason } of station.ledger().booked())
          if (kind === 'takeover' && !nonces.has(reason ?? ''))
            throw new InvariantError(`${station.name} took over pieces that no station handed over`)
    },
  }
}

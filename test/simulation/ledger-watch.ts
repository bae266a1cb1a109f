// Holds the stations to what was counted: an act is kept whole or not at all, no sum falls below zero, and a hand-over neither makes
// a piece nor loses one.
import { Broken } from './broken.ts'
import type { BookedRow, HandOverRow } from './ledger-look.ts'
import type { SimStation } from './sim-station.ts'

export interface LedgerWatch {
  afterStep: (station: SimStation) => void
  /** Of all stations together. */
  atTheEnd: () => void
}

const holdsActs = (station: SimStation, booked: readonly BookedRow[]): void => {
  const byId = new Map(booked.map((row) => [row.id, row]))
  const asked = new Map<string, { pieceNo: number; delta: number }>()
  for (const { id, pieceNo, deltas, seen } of station.acts) {
    const kept = deltas.filter((delta, no) => byId.get(`${id}.${no}`)?.delta === delta).length
    if (seen && kept < deltas.length) throw new Broken(`${station.name} lost the count ${id}, which was seen`)
    if (kept > 0 && kept < deltas.length) throw new Broken(`${station.name} keeps the count ${id} in part`)
    deltas.forEach((delta, no) => asked.set(`${id}.${no}`, { pieceNo, delta }))
  }
  for (const { id, kind, pieceNo, delta } of booked) {
    if (kind === 'takeover') continue
    const told = asked.get(id)
    if (told?.pieceNo !== pieceNo || told.delta !== delta)
      throw new Broken(`${station.name} counted ${delta} of piece ${pieceNo}, which nobody told it`)
  }
}

export function createLedgerWatch(stations: readonly SimStation[]): LedgerWatch {
  /** What a code took away, and where it came to: the same pieces, at one place. */
  const holdsCode = (given: HandOverRow, giver: SimStation): void => {
    const takers = stations.filter((station) =>
      station
        .ledger()
        .handOvers()
        .some(({ nonce, direction }) => nonce === given.nonce && direction === 'taken'),
    )
    if (takers.length > 1) throw new Broken(`the code ${given.nonce} was taken at two stations`)
    const [taker] = takers
    if (taker === undefined) return
    const gave = new Map<number, number>()
    for (const { jobId, pieceNo, counted, pieces } of giver.ledger().sums())
      if (jobId === given.jobId && counted === 'done') gave.set(pieceNo, (gave.get(pieceNo) ?? 0) + pieces)
    const took = new Map<number, number>()
    for (const { kind, reason, pieceNo, delta } of taker.ledger().booked())
      if (kind === 'takeover' && reason === given.nonce) took.set(pieceNo, (took.get(pieceNo) ?? 0) + delta)
    for (const pieceNo of new Set([...gave.keys(), ...took.keys()]))
      if ((gave.get(pieceNo) ?? 0) !== (took.get(pieceNo) ?? 0))
        throw new Broken(
          `${giver.name} handed ${gave.get(pieceNo)} of piece ${pieceNo} over, and ${taker.name} counts ${took.get(pieceNo)}`,
        )
  }

  return {
    afterStep: (station) => {
      const ledger = station.ledger()
      holdsActs(station, ledger.booked())
      for (const { sheetId, pieceNo, counted, pieces } of ledger.sums())
        if (pieces < 0) throw new Broken(`${station.name} counts ${pieces} ${counted} of ${sheetId}, piece ${pieceNo}`)
      for (const { id, pieces, quantity, done } of ledger.marked())
        if (pieces !== (done === 0 ? quantity : done))
          throw new Broken(`mark ${id} of ${station.name} says ${pieces} pieces, and ${done} were counted`)
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
            throw new Broken(`${station.name} took pieces over that nobody gave`)
    },
  }
}

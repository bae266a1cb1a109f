// The corrections that other stations stored, by machine and material. Reads the shared documents; empty while this station is alone.
import type { FactOf, StoredFact } from '../../../shared/peers/index.ts'
import type { CorrectionElsewhere, GaugeCorrectionElsewhere } from '../../ledger/index.ts'
import type { Peers } from '../../peers/index.ts'

type Kind = 'correction' | 'gauge'
type ByMachine<F> = ReadonlyMap<string, readonly F[]>
type ReadPeers = Pick<Peers, 'factsOfKind' | 'nameOf' | 'newestElsewhereMs'>

export class CorrectionsElsewhere {
  #peers: ReadPeers | null = null
  /** Null: not read since they changed. */
  #angles: ByMachine<FactOf<'correction'>> | null = null
  #gauges: ByMachine<FactOf<'gauge'>> | null = null

  setPeers(peers: ReadPeers | null): void {
    this.#peers = peers
  }

  /** Facts of these kinds changed. */
  forget(kinds: readonly string[]): void {
    if (kinds.includes('correction')) this.#angles = null
    if (kinds.includes('gauge')) this.#gauges = null
  }

  readonly newestMs = (): number => {
    const peers = this.#peers
    return peers === null ? 0 : Math.max(peers.newestElsewhereMs('correction'), peers.newestElsewhereMs('gauge'))
  }

  readonly anglesOf = (pressBrakeId: string, material: string): CorrectionElsewhere[] => {
    const peers = this.#peers
    if (peers === null) return []
    this.#angles ??= byMachine(peers.factsOfKind('correction', { elsewhere: true }))
    return (this.#angles.get(`${pressBrakeId} ${material}`) ?? []).map((fact) => ({
      ...commonOf(fact, peers),
      correctionDeg: fact.corr ?? 0,
      measuredDeg: fact.measured ?? null,
    }))
  }

  readonly gaugesOf = (pressBrakeId: string, material: string): GaugeCorrectionElsewhere[] => {
    const peers = this.#peers
    if (peers === null) return []
    this.#gauges ??= byMachine(peers.factsOfKind('gauge', { elsewhere: true }))
    return (this.#gauges.get(`${pressBrakeId} ${material}`) ?? []).map((fact) => ({
      ...commonOf(fact, peers),
      place: fact.place,
      correctionMm: fact.corr ?? 0,
      drawnMm: fact.drawn,
      measuredMm: fact.measured ?? null,
    }))
  }
}

const commonOf = (fact: FactOf<Kind>, peers: Pick<Peers, 'nameOf'>) => ({
  material: fact.mat,
  thicknessMm: fact.mm,
  tool: fact.tool,
  punch: fact.punch ?? null,
  vMm: fact.vMm ?? null,
  punchRadiusMm: fact.pr ?? null,
  bumpRadiusMm: fact.br ?? null,
  includedDeg: fact.deg,
  takenBack: fact.corr === undefined,
  storedAtMs: fact.time,
  elsewhere: { station: peers.nameOf(fact.from), by: fact.by ?? null },
})

/** Oldest first. */
function byMachine<F extends FactOf<Kind>>(facts: readonly StoredFact<F>[]): ByMachine<F> {
  const sorted = facts.toSorted((a, b) => a.fact.time - b.fact.time || (a.key < b.key ? -1 : 1))
  return Map.groupBy(
    sorted.map(({ fact }) => fact),
    ({ brake, mat }) => `${brake} ${mat}`,
  )
}

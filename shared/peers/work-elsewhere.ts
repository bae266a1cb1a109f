// What other stations did to a sheet, summed from their facts: pieces, marks, stops, the plan that applies. Pure.
import { compareMoments } from './hybrid-clock.ts'
import type { Fact, FactKind, FactOf } from './fact.ts'

export interface StoredFact<F extends Fact = Fact> {
  key: string
  fact: F
}

/** The facts of one kind. */
export const ofKind = <Kind extends FactKind>(facts: readonly StoredFact[], kind: Kind): StoredFact<FactOf<Kind>>[] =>
  facts.filter((one): one is StoredFact<FactOf<Kind>> => one.fact.kind === kind)

export interface PiecesOf {
  station: string
  pieceNo: number
  good: number
  test: number
  scrap: number
  rebend: number
}

/** The pieces of one bending by station and piece number. Each fact counts once, however often it arrived. */
export function sumPieces(facts: Iterable<StoredFact<FactOf<'piece'>>>): PiecesOf[] {
  const sums = new Map<string, PiecesOf>()
  const counted = new Set<string>()
  for (const { key, fact } of facts) {
    if (counted.has(key)) continue
    counted.add(key)
    if (fact.as === 'takeover') continue
    const of = `${fact.from} ${fact.no}`
    const sum = sums.get(of) ?? { station: fact.from, pieceNo: fact.no, good: 0, test: 0, scrap: 0, rebend: 0 }
    sum[fact.as] += fact.n
    sums.set(of, sum)
  }
  return [...sums.values()].toSorted((a, b) =>
    a.station < b.station ? -1 : a.station > b.station ? 1 : a.pieceNo - b.pieceNo,
  )
}

/** The newest fact of each mark. */
export function newestMarks(facts: Iterable<StoredFact<FactOf<'mark'>>>): FactOf<'mark'>[] {
  const newest = new Map<string, StoredFact<FactOf<'mark'>>>()
  for (const stored of facts) {
    const id = `${stored.fact.from} ${stored.fact.mark}`
    const before = newest.get(id)
    if (before === undefined || isNewer(stored, before)) newest.set(id, stored)
  }
  return [...newest.values()].map(({ fact }) => fact)
}

/** Marks that say that the sheet is bent: sent, or on their way. */
export const countsAsMarked = ({ state }: FactOf<'mark'>): boolean => state !== 'cancelled' && state !== 'rework_wanted'

/** The stops that no release ended. */
export function openStops(
  stops: Iterable<StoredFact<FactOf<'stop'>>>,
  releases: Iterable<StoredFact<FactOf<'release'>>>,
): FactOf<'stop'>[] {
  const ended = new Set([...releases].map(({ fact }) => fact.stop))
  return [...stops].map(({ fact }) => fact).filter(({ stop }) => !ended.has(stop))
}

export interface PlanOutcome {
  /** The choice that applies. */
  applied: StoredFact<FactOf<'plan'>>
  /** Choices of other stations that were made without knowledge of the one that applies, newest first: they were overwritten. */
  overwritten: StoredFact<FactOf<'plan'>>[]
}

/** The choice with the latest moment applies. A choice that its planner saw and replaced was not overwritten. */
export function planOutcome(choices: readonly StoredFact<FactOf<'plan'>>[]): PlanOutcome | null {
  const ordered = [...new Map(choices.map((choice) => [choice.key, choice])).values()].toSorted((a, b) =>
    compareMoments(momentOf(b), momentOf(a)),
  )
  const [applied, ...others] = ordered
  if (applied === undefined) return null
  const byKey = new Map(ordered.map((choice) => [choice.key, choice]))
  const seen = new Set<string>()
  const addReplaced = (choice: StoredFact<FactOf<'plan'>> | undefined): void => {
    for (
      let next = choice;
      next?.fact.over !== undefined && !seen.has(next.fact.over);
      next = byKey.get(next.fact.over)
    )
      seen.add(next.fact.over)
  }
  // a station always knows its own earlier choices, and what they replaced
  for (const choice of ordered) if (choice.fact.from === applied.fact.from) addReplaced(choice)
  // a choice that an overwritten choice had replaced is not reported again
  for (const choice of others) addReplaced(choice)
  const newestOf = new Set<string>()
  const overwritten = others.filter(({ key, fact }) => {
    if (fact.from === applied.fact.from || seen.has(key) || newestOf.has(fact.from)) return false
    newestOf.add(fact.from)
    return true
  })
  return { applied, overwritten }
}

const momentOf = ({ fact, key }: StoredFact<FactOf<'plan'>>) => ({ moment: fact.time, station: `${fact.from} ${key}` })

/** By the step, otherwise by the time. A fact without a step is before all that have one: its station has a newer program since. */
function isNewer(a: StoredFact<FactOf<'mark'>>, b: StoredFact<FactOf<'mark'>>): boolean {
  const difference = (a.fact.step ?? 0) - (b.fact.step ?? 0) || a.fact.time - b.fact.time
  return difference === 0 ? a.key > b.key : difference > 0
}

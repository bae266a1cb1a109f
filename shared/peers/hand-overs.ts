// Hand-overs from one station to another one as facts. Three facts decide a hand-over, and each is written by one station only:
// - `handover`: the sender froze its counts. It names the receiver and has the text of a hand-over by code.
// - `takeover`: the receiver booked the pieces. Its ledger has the nonce once, so it books them once.
// - `handback`: the sender took it back.
// Every station decides from the same facts alike, in any order of arrival: a take-over wins over a take-back, because the receiver may
// have counted on and marked the sheet. A sender that took back before it received the take-over gives those pieces up and keeps only the
// pieces that it counted since. Pure.
import type { FactOf } from './fact.ts'
import type { StoredFact } from './work-elsewhere.ts'

export interface DecidedHandOver {
  handOver: FactOf<'handover'>
  state: 'on_its_way' | 'taken' | 'taken_back'
}

interface HandOverFacts {
  handOvers: Iterable<StoredFact<FactOf<'handover'>>>
  takeOvers: Iterable<StoredFact<FactOf<'takeover'>>>
  handBacks: Iterable<StoredFact<FactOf<'handback'>>>
}

/** Only the named receiver can take a hand-over, and only its sender can take it back. */
export function decideHandOvers({ handOvers, takeOvers, handBacks }: HandOverFacts): DecidedHandOver[] {
  const taken = new Set([...takeOvers].map(({ fact }) => `${fact.from} ${fact.nonce}`))
  const takenBack = new Set([...handBacks].map(({ fact }) => `${fact.from} ${fact.nonce}`))
  return [...handOvers].map(({ fact: handOver }) => {
    const { from, to, nonce } = handOver
    if (taken.has(`${to} ${nonce}`)) return { handOver, state: 'taken' }
    return { handOver, state: takenBack.has(`${from} ${nonce}`) ? 'taken_back' : 'on_its_way' }
  })
}

// Three stations and one batch, with any order of acts and restarts: each station counts exactly the pieces that it has, no count is
// below zero, and no piece counts twice. Compared with a model that knows every piece by name, over real files.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batch, createLedgerRig, codeOf, type LedgerRig } from './ledger-rig.ts'

type Act =
  | { act: 'book'; piece: number; count: number }
  | { act: 'other kind'; piece: number; kind: 'test' | 'rebend' }
  | { act: 'last was scrap'; piece: number }
  | { act: 'adjust'; piece: number; delta: number }
  | { act: 'give' | 'take back' | 'restart' | 'the last one again' }
  | { act: 'take'; code: number }
const pieces = [1, 2] as const

interface Batch {
  /** Names of pieces, by piece number. */
  held: Map<number, Set<string>>
  /** Codes whose pieces are or were among them. */
  lineage: Set<string>
}
interface Place extends Batch {
  rig: LedgerRig
  away: string | null
  taken: Set<string>
  last: (() => void) | null
}
interface Code extends Batch {
  text: string
  from: Place
}

const piece = fc.constantFrom(...pieces)
const kind = fc.constantFrom('test' as const, 'rebend' as const)
const act = <Name extends string>(...names: Name[]) => fc.constantFrom(...names)
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: act('book'), piece, count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ act: act('other kind'), piece, kind }) },
  { weight: 1, arbitrary: fc.record({ act: act('last was scrap'), piece }) },
  { weight: 1, arbitrary: fc.record({ act: act('adjust'), piece, delta: fc.integer({ min: -3, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ act: act('give') }) },
  { weight: 2, arbitrary: fc.record({ act: act('take back', 'restart', 'the last one again') }) },
  { weight: 7, arbitrary: fc.record({ act: act('take'), code: fc.nat({ max: 9 }) }) },
)

const heldOf = (place: Batch, piece: number): Set<string> => place.held.get(piece) ?? new Set()
const copy = ({ held, lineage }: Batch): Batch => ({
  held: new Map([...held].map(([piece, names]) => [piece, new Set(names)])),
  lineage: new Set(lineage),
})
const overlap = (a: Set<string>, b: Set<string>): boolean => [...a].some((name) => b.has(name))
const refusalOf = (result: { ok: boolean }): string | null => ('code' in result ? String(result.code) : null)
/** The store refuses what the model refuses, for the same reason, and accepts the rest. */
const agree = (result: { ok: boolean }, expected: string | null): void => expect(refusalOf(result)).toBe(expected)

let named = 0
function change(place: Place, piece: number, delta: number): void {
  const names = heldOf(place, piece)
  for (let no = 0; no < delta; no += 1) names.add(`piece ${(named += 1)}`)
  for (const name of [...names].slice(0, Math.max(0, -delta))) names.delete(name)
  place.held.set(piece, names)
}

/** Books pieces, and states the refusal that the model expects. The act may be repeated unchanged. */
function counted(place: Place, wanted: { piece: number; delta: number; act: () => { ok: boolean } }): void {
  const { piece, delta, act } = wanted
  const expected =
    delta === 0
      ? 'bad_count'
      : place.away !== null
        ? 'handed_over'
        : heldOf(place, piece).size + delta < 0
          ? 'below_zero'
          : null
  agree(act(), expected)
  if (expected !== null) return
  change(place, piece, delta)
  place.last = () => void act()
}

function take(place: Place, code: Code): void {
  const before = [...place.held.values()].reduce((sum, { size }) => sum + size, 0)
  const refusal = refusalOf(place.rig.take(code.text))
  const expected =
    code.from === place
      ? 'code_of_this_station'
      : place.taken.has(code.text)
        ? 'code_taken_already'
        : place.away !== null
          ? code.lineage.has(place.away)
            ? null
            : 'code_lacks_ours'
          : before > 0 || place.lineage.size > 0
            ? overlap(place.lineage, code.lineage)
              ? 'code_counts_twice'
              : null
            : null
  expect(refusal).toBe(expected)
  if (refusal !== null) return
  place.taken.add(code.text)
  place.last = null
  if (place.away !== null) {
    Object.assign(place, copy(code), { away: null })
    return
  }
  for (const piece of pieces) {
    expect(overlap(heldOf(place, piece), heldOf(code, piece))).toBe(false)
    place.held.set(piece, new Set([...heldOf(place, piece), ...heldOf(code, piece)]))
  }
  place.lineage = new Set([...place.lineage, ...code.lineage])
}

async function run(place: Place, codes: Code[], step: Act): Promise<void> {
  const { rig } = place
  const actId = `act ${(named += 1)}`
  switch (step.act) {
    case 'book':
      return counted(place, {
        piece: step.piece,
        delta: step.count,
        act: () => rig.book(step.piece, step.count, { actId }),
      })
    case 'other kind':
      agree(rig.book(step.piece, 1, { kind: step.kind }), place.away === null ? null : 'handed_over')
      return
    case 'last was scrap': {
      const scrap = () => rig.ledger().counting.lastWasScrap({ ...rig.target(batch), actId, pieceNo: step.piece })
      counted(place, { piece: step.piece, delta: -1, act: scrap })
      return
    }
    case 'adjust':
      return counted(place, {
        piece: step.piece,
        delta: step.delta,
        act: () => rig.adjust(step.piece, step.delta, { actId }),
      })
    case 'give': {
      const total = pieces.reduce((sum, piece) => sum + heldOf(place, piece).size, 0)
      const given = rig.give()
      agree(given, place.away !== null ? 'handed_over' : total === 0 ? 'nothing_to_hand_over' : null)
      if (!given.ok) return
      const text = codeOf(given)
      place.away = text
      place.lineage.add(text)
      codes.push({ text, from: place, ...copy(place) })
      return
    }
    case 'take back':
      agree(rig.takeBack(), place.away === null ? 'not_handed_over' : null)
      place.away = null
      return
    case 'restart':
      return rig.restart()
    case 'the last one again':
      return place.last?.()
    case 'take': {
      const code = codes[step.code % Math.max(1, codes.length)]
      if (code !== undefined) take(place, code)
    }
  }
}

describe('whatever happens to a batch', () => {
  test('each station counts exactly the pieces that it has, none twice and none below zero', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), acts), { minLength: 20, maxLength: 40 }),
        async (steps) => {
          const places = Array.from({ length: 3 }, (): Place => ({
            rig: createLedgerRig(),
            held: new Map(),
            lineage: new Set(),
            away: null,
            taken: new Set(),
            last: null,
          }))
          const codes: Code[] = []
          try {
            for (const [where, step] of steps) {
              const place = places[where]
              if (place === undefined) throw new Error('there are three stations')
              await run(place, codes, step)
              for (const one of places) expect(one.rig.done()).toEqual(pieces.map((piece) => heldOf(one, piece).size))
            }
          } finally {
            for (const { rig } of places) await rig.end()
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  test('the order of bookings and corrections does not change the sums', async () => {
    const booked = fc.array(
      fc.record({
        piece: fc.constantFrom(...pieces),
        kind: fc.constantFrom('good' as const, 'test' as const, 'scrap' as const, 'rebend' as const),
        count: fc.integer({ min: 1, max: 5 }),
        back: fc.nat({ max: 1 }),
      }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(booked, fc.infiniteStream(fc.nat()), async (events, chance) => {
        const [inOrder, otherwise] = [createLedgerRig(), createLedgerRig()]
        const corrected = events.filter(({ back }) => back > 0).map((event) => ({ ...event, count: -1 }))
        const mixed = [...events, ...corrected]
          .map((event) => ({ event, rank: chance.next().value }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ event }) => event)
        const isBooked = (rig: LedgerRig, { piece, kind, count }: (typeof events)[number]): boolean =>
          count > 0 ? rig.book(piece, count, { kind }).ok : rig.adjust(piece, count, { corrects: kind }).ok
        try {
          for (const event of [...events, ...corrected]) expect(isBooked(inOrder, event)).toBe(true)
          // a correction that came before its pieces is refused, and repeated after them
          const refused = mixed.filter((event) => !isBooked(otherwise, event))
          for (const event of refused) expect(isBooked(otherwise, event)).toBe(true)
          expect(otherwise.work().pieces).toEqual(inOrder.work().pieces)
        } finally {
          await inOrder.end()
          await otherwise.end()
        }
      }),
      { numRuns: 10 },
    )
  })
})

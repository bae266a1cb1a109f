// Three stations and one batch, with any order of acts and restarts: each station counts exactly the pieces that it has, no count is
// below zero, and no piece counts twice. Compared with a model that knows every piece by name, over real files.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HandOverResult, Worked } from '../../../../src-main/ledger/index.ts'
import { batch, createLedgerRig, codeOf, type LedgerRig } from '../ledger-rig.ts'
import { runCount } from '../../../only-long.ts'

type Act =
  | { act: 'book'; piece: number; count: number }
  | { act: 'other kind'; piece: number; kind: 'test' | 'rebend' }
  | { act: 'last was scrap'; piece: number }
  | { act: 'adjust'; piece: number; delta: number }
  | { act: 'give' | 'take back' | 'restart' | 'repeat the last' }
  | { act: 'take'; code: number }
const pieces = [1, 2] as const

interface Batch {
  /** Names of pieces, by piece number. */
  held: Map<number, Set<string>>
  /** Codes whose pieces are or were among them. */
  lineage: Set<string>
}
interface Station extends Batch {
  rig: LedgerRig
  givenCode: string | null
  taken: Set<string>
  last: (() => void) | null
}
interface Code extends Batch {
  text: string
  from: Station
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
  { weight: 2, arbitrary: fc.record({ act: act('take back', 'restart', 'repeat the last') }) },
  { weight: 7, arbitrary: fc.record({ act: act('take'), code: fc.nat({ max: 9 }) }) },
)

const heldOf = (station: Batch, piece: number): Set<string> => station.held.get(piece) ?? new Set()
const copy = ({ held, lineage }: Batch): Batch => ({
  held: new Map([...held].map(([piece, names]) => [piece, new Set(names)])),
  lineage: new Set(lineage),
})
const overlap = (a: Set<string>, b: Set<string>): boolean => [...a].some((name) => b.has(name))
const refusalOf = (result: HandOverResult | Worked): string | null => (result.ok ? null : result.error.code)
/** The store refuses what the model refuses, for the same reason, and accepts the rest. */
const expectOutcome = (result: HandOverResult | Worked, expected: string | null): void =>
  expect(refusalOf(result)).toBe(expected)

let lastName = 0
function change(station: Station, piece: number, delta: number): void {
  const names = heldOf(station, piece)
  for (let no = 0; no < delta; no += 1) names.add(`piece ${(lastName += 1)}`)
  for (const name of [...names].slice(0, Math.max(0, -delta))) names.delete(name)
  station.held.set(piece, names)
}

/** Books pieces, and states the refusal that the model expects. The act may be repeated unchanged. */
function expectCounted(station: Station, wanted: { piece: number; delta: number; act: () => Worked }): void {
  const { piece, delta, act } = wanted
  const expected =
    delta === 0
      ? 'bad_count'
      : station.givenCode !== null
        ? 'handed_over'
        : heldOf(station, piece).size + delta < 0
          ? 'below_zero'
          : null
  expectOutcome(act(), expected)
  if (expected !== null) return
  change(station, piece, delta)
  station.last = () => void act()
}

function acceptCode(station: Station, code: Code): void {
  const before = [...station.held.values()].reduce((sum, { size }) => sum + size, 0)
  const refusal = refusalOf(station.rig.accept(code.text))
  const expected =
    code.from === station
      ? 'code_of_this_station'
      : station.taken.has(code.text)
        ? 'code_taken_already'
        : station.givenCode !== null
          ? code.lineage.has(station.givenCode)
            ? null
            : 'code_lacks_ours'
          : before > 0 || station.lineage.size > 0
            ? overlap(station.lineage, code.lineage)
              ? 'code_counts_twice'
              : null
            : null
  expect(refusal).toBe(expected)
  if (refusal !== null) return
  station.taken.add(code.text)
  station.last = null
  if (station.givenCode !== null) {
    Object.assign(station, copy(code), { givenCode: null })
    return
  }
  for (const piece of pieces) {
    expect(overlap(heldOf(station, piece), heldOf(code, piece))).toBe(false)
    station.held.set(piece, new Set([...heldOf(station, piece), ...heldOf(code, piece)]))
  }
  station.lineage = new Set([...station.lineage, ...code.lineage])
}

async function run(station: Station, codes: Code[], step: Act): Promise<void> {
  const { rig } = station
  // the rig names its own acts `act 1`, `act 2`, …
  const actId = `act of step ${(lastName += 1)}`
  switch (step.act) {
    case 'book':
      return expectCounted(station, {
        piece: step.piece,
        delta: step.count,
        act: () => rig.book(step.piece, step.count, { actId }),
      })
    case 'other kind':
      expectOutcome(rig.book(step.piece, 1, { kind: step.kind }), station.givenCode === null ? null : 'handed_over')
      return
    case 'last was scrap': {
      const scrap = () => rig.ledger().counting.lastWasScrap({ ...rig.target(batch), actId, pieceNo: step.piece })
      expectCounted(station, { piece: step.piece, delta: -1, act: scrap })
      return
    }
    case 'adjust':
      return expectCounted(station, {
        piece: step.piece,
        delta: step.delta,
        act: () => rig.adjust(step.piece, step.delta, { actId }),
      })
    case 'give': {
      const total = pieces.reduce((sum, piece) => sum + heldOf(station, piece).size, 0)
      const given = rig.give()
      expectOutcome(given, station.givenCode !== null ? 'handed_over' : total === 0 ? 'nothing_to_hand_over' : null)
      if (!given.ok) return
      const text = codeOf(given)
      station.givenCode = text
      station.lineage.add(text)
      codes.push({ text, from: station, ...copy(station) })
      return
    }
    case 'take back':
      expectOutcome(rig.takeBack(), station.givenCode === null ? 'not_handed_over' : null)
      station.givenCode = null
      return
    case 'restart':
      return rig.restart()
    case 'repeat the last':
      return station.last?.()
    case 'take': {
      const code = codes[step.code % Math.max(1, codes.length)]
      if (code !== undefined) acceptCode(station, code)
    }
  }
}

describe('whatever happens to a batch', () => {
  test('each station counts exactly the pieces that it has, none twice and none below zero', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 2 }), acts), { minLength: 20, maxLength: 40 }),
        async (steps) => {
          const stations = Array.from({ length: 3 }, (): Station => ({
            rig: createLedgerRig(),
            held: new Map(),
            lineage: new Set(),
            givenCode: null,
            taken: new Set(),
            last: null,
          }))
          const codes: Code[] = []
          try {
            for (const [stationNo, step] of steps) {
              const station = stations[stationNo]
              if (station === undefined) throw new Error('there are three stations')
              await run(station, codes, step)
              for (const one of stations) expect(one.rig.done()).toEqual(pieces.map((piece) => heldOf(one, piece).size))
            }
          } finally {
            for (const { rig } of stations) await rig.end()
          }
        },
      ),
      { numRuns: runCount(3, 15) },
    )
  })

  test('the order of bookings and corrections does not change the sums', async () => {
    const booked = fc.array(
      fc.record({
        piece: fc.constantFrom(...pieces),
        kind: fc.constantFrom('good' as const, 'test' as const, 'scrap' as const, 'rebend' as const),
        count: fc.integer({ min: 1, max: 5 }),
        removed: fc.nat({ max: 1 }),
      }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(booked, fc.infiniteStream(fc.nat()), async (events, chance) => {
        const [inOrder, outOfOrder] = [createLedgerRig(), createLedgerRig()]
        const corrected = events.filter(({ removed }) => removed > 0).map((event) => ({ ...event, count: -1 }))
        const shuffled = [...events, ...corrected]
          .map((event) => ({ event, rank: chance.next().value }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ event }) => event)
        const isBooked = (rig: LedgerRig, { piece, kind, count }: (typeof events)[number]): boolean =>
          count > 0 ? rig.book(piece, count, { kind }).ok : rig.adjust(piece, count, { corrects: kind }).ok
        try {
          for (const event of [...events, ...corrected]) expect(isBooked(inOrder, event)).toBe(true)
          // a correction that came before its pieces is refused, and repeated after them
          const refused = shuffled.filter((event) => !isBooked(outOfOrder, event))
          for (const event of refused) expect(isBooked(outOfOrder, event)).toBe(true)
          expect(outOfOrder.work().pieces).toEqual(inOrder.work().pieces)
        } finally {
          await inOrder.end()
          await outOfOrder.end()
        }
      }),
      { numRuns: runCount(3, 10) },
    )
  })
})

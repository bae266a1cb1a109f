// What facts mean: reading, sums, stops, plans, clocks, days. Pure.
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bendingAt,
  compareMoments,
  daysToDelete,
  decideHandOvers,
  isCopied,
  isKeptDay,
  maxAheadMs,
  newestMarks,
  nextMoment,
  openStops,
  planOutcome,
  presenceExpiresMs,
  readFact,
  sumPieces,
  type FactOf,
  type StoredFact,
} from '../../../shared/peers/index.ts'
import { addDays } from '../../../shared/workshop-api/index.ts'

const [a, b, c] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const
const sheet = '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001'
const key = (no: number): string => `k${String(no).padStart(16, '0')}`

const piece = (from: string, n: number): FactOf<'piece'> => ({
  v: 1,
  kind: 'piece',
  from,
  time: 1,
  sheet,
  draw: 'abcdef01',
  rw: 0,
  no: 1,
  as: 'good',
  n,
})
const plan = (from: string, time: number, over?: string): FactOf<'plan'> => ({
  v: 1,
  kind: 'plan',
  from,
  time,
  sheet,
  date: '2026-11-24',
  hash: 'h',
  dv: 1,
  machine: from,
  rank: null,
  pin: false,
  split: null,
  ...(over === undefined ? {} : { over }),
})

describe('a fact', () => {
  test('of a known kind must be exact, and one of a newer program is kept as it is', () => {
    expect(readFact(piece(a, 1)).is).toBe('known')
    expect(readFact({ ...piece(a, 1), n: '1' }).is).toBe('bad')
    expect(readFact({ ...piece(a, 1), from: 'somebody' }).is).toBe('bad')
    expect(readFact({ ...piece(a, 1), v: 2, n: 'two' }).is).toBe('unknown')
    const newer = { v: 1, kind: 'crane', from: a, time: 1, load: { kg: 4 } }
    expect(readFact(newer)).toEqual({ is: 'unknown', fact: newer })
    expect(readFact({ ...newer, load: 'x'.repeat(9_000) }).is).toBe('bad')
    for (const value of [null, 1, 'x', [], {}]) expect(readFact(value).is).toBe('bad')
  })
})

describe('a hand-over', () => {
  const nonce = '0123456789'
  const fact = <Kind extends 'handover' | 'handback' | 'takeover'>(kind: Kind, from: string, more: object = {}) => {
    const read = readFact({ v: 1, kind, from, time: 1, sheet, nonce, ...more })
    if (read.is !== 'known') throw new Error(JSON.stringify(read))
    // oxlint-disable-next-line no-unsafe-type-assertion -- the kind is the argument
    return { key: key(1), fact: read.fact as FactOf<Kind> }
  }
  const given = fact('handover', a, { to: b, code: 'KH1' })
  const state = (takeOvers: string[], handBacks: string[]) =>
    decideHandOvers({
      handOvers: [given],
      takeOvers: takeOvers.map((from) => fact('takeover', from)),
      handBacks: handBacks.map((from) => fact('handback', from)),
    }).map((one) => one.state)

  test('is taken where its receiver took it, whether or not its sender took it back', () => {
    expect(state([], [])).toEqual(['on_its_way'])
    expect(state([b], [])).toEqual(['taken'])
    expect(state([], [a])).toEqual(['taken_back'])
    expect(state([b], [a])).toEqual(['taken'])
  })
  test('can be taken by its receiver only, and taken back by its sender only', () => {
    expect(state([a, c], [])).toEqual(['on_its_way'])
    expect(state([], [b, c])).toEqual(['on_its_way'])
    expect(state([c], [a])).toEqual(['taken_back'])
  })
  test('must be exact, and an older program keeps it as an unknown kind', () => {
    for (const wrong of [{ to: 'b' }, { nonce: 'x' }, { code: 'K'.repeat(2_001) }, { sheet: 'one' }])
      expect(readFact({ ...given.fact, ...wrong }).is).toBe('bad')
    expect(readFact({ ...given.fact, kind: 'handover_of_later' }).is).toBe('unknown')
  })
})

describe('pieces', () => {
  test('count once for each key, in any order and however often they arrive', () => {
    const events = array(record({ no: nat(30), from: constantFrom(a, b), n: integer({ min: -3, max: 5 }) }))
    assert(
      property(events, nat(), (drawn, seed) => {
        const unique = new Map(drawn.map(({ no, from, n }) => [key(no), piece(from, n)]))
        const facts = [...unique].map(([id, fact]) => ({ key: id, fact }))
        const again = [...facts, ...facts].toSorted((x, y) => (x.key + seed < y.key + seed ? 1 : -1))
        expect(sumPieces(again)).toEqual(sumPieces(facts))
        const total = sumPieces(facts).reduce((sum, { good }) => sum + good, 0)
        expect(total).toBe([...unique.values()].reduce((sum, { n }) => sum + n, 0))
      }),
    )
  })

  test('that were taken over by hand-over are counted where they were made', () => {
    const facts = [
      { key: key(1), fact: piece(a, 4) },
      { key: key(2), fact: { ...piece(b, 4), as: 'takeover' as const } },
    ]
    expect(sumPieces(facts)).toEqual([{ station: a, pieceNo: 1, good: 4, test: 0, scrap: 0, rebend: 0 }])
  })
})

test('a mark has its newest state, and a stop ends with any release of it', () => {
  const mark = (state: string, time: number): FactOf<'mark'> => ({
    v: 1,
    kind: 'mark',
    from: a,
    time,
    sheet,
    rw: 0,
    mark: 'm',
    state,
    pieces: 4,
    at: 1,
  })
  const marks = [mark('delivered', 9), mark('queued', 3)].map((fact, no) => ({ key: key(no), fact }))
  expect(newestMarks(marks).map(({ state }) => state)).toEqual(['delivered'])
  const stop: FactOf<'stop'> = { v: 1, kind: 'stop', from: a, time: 1, sheet, stop: 's', dv: 2, why: 'measure' }
  const stored = { key: key(1), fact: stop }
  expect(openStops([stored], [])).toEqual([stop])
  const release: FactOf<'release'> = {
    v: 1,
    kind: 'release',
    from: b,
    time: 0,
    sheet,
    stop: 's',
    why: 'measured again',
  }
  expect(openStops([stored], [{ key: key(2), fact: release }])).toEqual([])
})

const stored = (no: number, fact: FactOf<'plan'>): StoredFact<FactOf<'plan'>> => ({ key: key(no), fact })

describe('a plan', () => {
  test('is the choice with the latest moment, whatever the order of arrival', () => {
    const choices = array(record({ from: constantFrom(a, b, c), time: nat(5) }), { minLength: 1 })
    assert(
      property(choices, (drawn) => {
        const all = drawn.map(({ from, time }, no) => stored(no, plan(from, time)))
        const outcome = planOutcome(all)
        expect(planOutcome(all.toReversed())).toEqual(outcome)
        expect(outcome?.applied.fact.time).toBe(Math.max(...drawn.map(({ time }) => time)))
      }),
    )
  })

  test('says what was overwritten unseen, and not what its planner had seen', () => {
    const first = stored(1, plan(a, 1))
    const seen = stored(2, plan(b, 2, first.key))
    expect(planOutcome([first, seen])).toEqual({ applied: seen, overwritten: [] })
    const unseen = stored(3, plan(c, 3))
    expect(planOutcome([first, seen, unseen])?.overwritten.map(({ fact }) => fact.from)).toEqual([b])
  })
})

test('a moment is after everything seen, and a wrong clock does not move it', () => {
  assert(
    property(nat(), nat(), (now, seen) => {
      const moment = nextMoment(now, seen)
      expect(moment).toBeGreaterThanOrEqual(now)
      expect(moment - now).toBeLessThanOrEqual(maxAheadMs + 1)
      expect(seen - now > maxAheadMs || moment > seen).toBe(true)
    }),
  )
  expect(compareMoments({ moment: 1, station: a }, { moment: 1, station: b })).toBeLessThan(0)
})

test('presence ends after 15 s of silence by the receiver’s own clock', () => {
  const bending = { sheetId: sheet, pieceNo: 1, step: null, done: 1, wanted: 4, by: null }
  expect(bendingAt({ heardMs: 1_000, bending }, 1_000 + presenceExpiresMs - 1)).toEqual(bending)
  expect(bendingAt({ heardMs: 1_000, bending }, 1_000 + presenceExpiresMs)).toBeNull()
})

test('a start id that comes back is a copied folder, and a restart is not', () => {
  expect(isCopied(['one', 'one', 'two', 'two'])).toBe(false)
  expect(isCopied(['one', 'two', 'one'])).toBe(true)
})

describe('old days', () => {
  const days = [0, 91, 92, 93, 100, 101].map((ago) => addDays('2026-11-24', -ago))
  test('are dropped two at a time, and only where the data has a newer day', () => {
    expect(daysToDelete(days, '2026-11-24')).toEqual([addDays('2026-11-24', -101), addDays('2026-11-24', -100)])
    expect(daysToDelete(days, '2027-11-24')).toEqual([addDays('2026-11-24', -101), addDays('2026-11-24', -100)])
    expect(daysToDelete([addDays('2026-11-24', -100)], '2026-11-24')).toEqual([])
  })
  test('are neither sent nor received', () => {
    expect(isKeptDay(addDays('2026-11-24', -92), '2026-11-24')).toBe(true)
    expect(isKeptDay(addDays('2026-11-24', -93), '2026-11-24')).toBe(false)
    expect(isKeptDay(addDays('2026-11-24', 63), '2026-11-24')).toBe(false)
  })
})

// What facts mean: reading, sums, stops, plans, clocks, days. Pure.
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  presenceNow,
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

const [stationA, stationB, stationC] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const
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
    expect(readFact(piece(stationA, 1)).is).toBe('known')
    expect(readFact({ ...piece(stationA, 1), n: '1' }).is).toBe('bad')
    expect(readFact({ ...piece(stationA, 1), from: 'somebody' }).is).toBe('bad')
    expect(readFact({ ...piece(stationA, 1), v: 2, n: 'two' }).is).toBe('unknown')
    const newer = { v: 1, kind: 'crane', from: stationA, time: 1, load: { kg: 4 } }
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
  const given = fact('handover', stationA, { to: stationB, code: 'KH1' })
  const state = (takeOvers: string[], handBacks: string[]) =>
    decideHandOvers({
      handOvers: [given],
      takeOvers: takeOvers.map((from) => fact('takeover', from)),
      handBacks: handBacks.map((from) => fact('handback', from)),
    }).map((one) => one.state)

  test('is taken where its receiver took it, whether or not its sender took it back', () => {
    expect(state([], [])).toEqual(['on_its_way'])
    expect(state([stationB], [])).toEqual(['taken'])
    expect(state([], [stationA])).toEqual(['taken_back'])
    expect(state([stationB], [stationA])).toEqual(['taken'])
  })
  test('can be taken by its receiver only, and taken back by its sender only', () => {
    expect(state([stationA, stationC], [])).toEqual(['on_its_way'])
    expect(state([], [stationB, stationC])).toEqual(['on_its_way'])
    expect(state([stationC], [stationA])).toEqual(['taken_back'])
  })
  test('must be exact, and an older program keeps it as an unknown kind', () => {
    for (const wrong of [{ to: 'b' }, { nonce: 'x' }, { code: 'K'.repeat(2_001) }, { sheet: 'one' }])
      expect(readFact({ ...given.fact, ...wrong }).is).toBe('bad')
    expect(readFact({ ...given.fact, kind: 'handover_of_later' }).is).toBe('unknown')
  })
})

describe('pieces', () => {
  test('count once for each key, in any order and any number of arrivals', () => {
    const events = array(
      record({ no: nat(30), from: constantFrom(stationA, stationB), n: integer({ min: -3, max: 5 }) }),
    )
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

  test('count once after a hand-over', () => {
    const facts = [
      { key: key(1), fact: piece(stationA, 4) },
      { key: key(2), fact: { ...piece(stationB, 4), as: 'takeover' as const } },
    ]
    expect(sumPieces(facts)).toEqual([{ station: stationA, pieceNo: 1, good: 4, test: 0, scrap: 0, rebend: 0 }])
  })
})

test('a mark has its newest state, and a stop ends with any release of it', () => {
  const mark = (state: string, time: number, step?: number): FactOf<'mark'> => ({
    v: 1,
    kind: 'mark',
    from: stationA,
    time,
    sheet,
    rw: 0,
    mark: 'm',
    state,
    pieces: 4,
    at: 1,
    ...(step === undefined ? {} : { step }),
  })
  const marks = [mark('delivered', 9), mark('queued', 3)].map((fact, no) => ({ key: key(no), fact }))
  expect(newestMarks(marks).map(({ state }) => state)).toEqual(['delivered'])
  // the clock was set back between the first and the second step, and an older program wrote the fact without one
  const states = [mark('queued', 9, 1), mark('delivered', 3, 2), mark('held', 8)]
  const steps = states.map((fact, no) => ({ key: key(no), fact }))
  for (const facts of [steps, steps.toReversed()])
    expect(newestMarks(facts).map(({ state }) => state)).toEqual(['delivered'])
  const stop: FactOf<'stop'> = { v: 1, kind: 'stop', from: stationA, time: 1, sheet, stop: 's', dv: 2, why: 'measure' }
  const stored = { key: key(1), fact: stop }
  expect(openStops([stored], [])).toEqual([stop])
  const release: FactOf<'release'> = {
    v: 1,
    kind: 'release',
    from: stationB,
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
    const choices = array(record({ from: constantFrom(stationA, stationB, stationC), time: nat(5) }), { minLength: 1 })
    assert(
      property(choices, (drawn) => {
        const all = drawn.map(({ from, time }, no) => stored(no, plan(from, time)))
        const outcome = planOutcome(all)
        expect(planOutcome(all.toReversed())).toEqual(outcome)
        expect(outcome?.applied.fact.time).toBe(Math.max(...drawn.map(({ time }) => time)))
      }),
    )
  })

  test('reports only choices that its planner had not seen', () => {
    const first = stored(1, plan(stationA, 1))
    const seen = stored(2, plan(stationB, 2, first.key))
    expect(planOutcome([first, seen])).toEqual({ applied: seen, overwritten: [] })
    const unseen = stored(3, plan(stationC, 3))
    expect(planOutcome([first, seen, unseen])?.overwritten.map(({ fact }) => fact.from)).toEqual([stationB])
  })
})

test('a moment is later than every moment that the station has seen, and a wrong clock does not move it', () => {
  assert(
    property(nat(), nat(), (now, seen) => {
      const moment = nextMoment(now, seen)
      expect(moment).toBeGreaterThanOrEqual(now)
      expect(moment - now).toBeLessThanOrEqual(maxAheadMs + 1)
      expect(seen - now > maxAheadMs || moment > seen).toBe(true)
    }),
  )
  expect(compareMoments({ moment: 1, station: stationA }, { moment: 1, station: stationB })).toBeLessThan(0)
})

test('presence ends after 15 s of silence by the receiver’s own clock', () => {
  const bending = { sheetId: sheet, pieceNo: 1, step: null, done: 1, wanted: 4, by: null }
  expect(presenceNow({ receivedMs: 1_000, bending }, 1_000 + presenceExpiresMs - 1)).toEqual(bending)
  expect(presenceNow({ receivedMs: 1_000, bending }, 1_000 + presenceExpiresMs)).toBeNull()
})

test('a start id that appears again after another one means a copied folder; a restart does not', () => {
  expect(isCopied(['one', 'one', 'two', 'two'])).toBe(false)
  expect(isCopied(['one', 'two', 'one'])).toBe(true)
})

describe('old days', () => {
  const days = [0, 91, 92, 93, 100, 101].map((ago) => addDays('2026-11-24', -ago))
  test('are deleted two at a time, and only if a newer day is stored', () => {
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

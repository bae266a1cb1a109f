// The proposed order of a machine's day, compared with all orders of a few sheets, and checked for properties of any order.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { laneOf, orderSteps, proposedOrder, usualTimes, type Job, type Lane } from '../../../shared/planning/index.ts'

const times = usualTimes
const job = (id: string, change: Partial<Job> = {}): Job => ({
  id,
  minutes: 20,
  material: 'sink',
  colour: null,
  thicknessMm: 0.8,
  tool: 'V8',
  dueMin: Infinity,
  pinned: false,
  ...change,
})
const ids = (jobs: readonly Job[]): string => jobs.map(({ id }) => id).join('')

const anyJobs = (most: number, kinds: number) =>
  fc
    .array(
      fc.record({
        minutes: fc.integer({ min: 1, max: 90 }),
        material: fc.constantFrom(...['sink', 'kobber', 'aluminium'].slice(0, kinds)),
        colour: fc.constantFrom('RR33', null),
        thicknessMm: fc.constantFrom(0.6, 0.8),
        tool: fc.constantFrom(...['V8', 'V12', null].slice(0, kinds)),
        dueMin: fc.constantFrom(100, 200, 450, Infinity),
        pinned: fc.boolean().map((pinned) => pinned && kinds > 2),
      }),
      { maxLength: most },
    )
    .map((jobs) => jobs.map((one, index): Job => ({ ...one, id: String(index) })))

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, first] of items.entries())
    for (const rest of orders([...items.slice(0, index), ...items.slice(index + 1)])) yield [first, ...rest]
}

const close = 0.02
const isWorse = (one: Lane, other: Lane): boolean =>
  one.lateMin > other.lateMin + close ||
  (one.lateMin > other.lateMin - close && one.changeMin > other.changeMin + close)

describe('the proposed order', () => {
  test('groups sheets with the same material and tools', () => {
    const jobs = ['sink', 'kobber', 'sink', 'kobber'].map((material, index) => job(String(index), { material }))
    const { jobs: order, lane, presentLane, isProven } = proposedOrder(jobs, times)
    expect(ids(order)).toBe('0213')
    expect([lane.changeMin, presentLane.changeMin, isProven]).toEqual([times.materialMin, 3 * times.materialMin, true])
  })

  test('adds a changeover where a sheet is due', () => {
    const jobs = [job('a'), job('b', { material: 'kobber', dueMin: 50 }), job('c'), job('d', { material: 'kobber' })]
    const { lane } = proposedOrder(jobs, { ...times, materialMin: 5 })
    expect(lane.lateMin).toBe(0)
    expect(lane.slots.find(({ job: { id } }) => id === 'b')?.endMin).toBeLessThanOrEqual(50)
  })

  test('is optimal for a few sheets, and states it', () => {
    fc.assert(
      fc.property(anyJobs(6, 2), (jobs) => {
        const { lane, isProven } = proposedOrder(jobs, times)
        expect(isProven).toBe(true)
        for (const order of orders(jobs)) expect(isWorse(lane, laneOf(order, times))).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('has the same sheets, is never worse than the current order, does not move pinned sheets, and respects its stated minimum', () => {
    fc.assert(
      fc.property(anyJobs(60, 3), (jobs) => {
        const { jobs: order, lane, presentLane, atLeastMin } = proposedOrder(jobs, times)
        expect(order.map(({ id }) => id).toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
        expect(lane.lateMin).toBeLessThanOrEqual(presentLane.lateMin + 1e-3)
        expect(lane.lateMin < presentLane.lateMin - 1e-3 || lane.changeMin <= presentLane.changeMin).toBe(true)
        expect(lane.changeMin).toBeGreaterThanOrEqual(atLeastMin - 1e-6)
        const fixed = jobs.findLastIndex(({ pinned }) => pinned) + 1
        expect(ids(order.slice(0, fixed))).toBe(ids(jobs.slice(0, fixed)))
      }),
      { numRuns: 100 },
    )
  })

  test('is far better than the current order for 500 sheets of 60 kinds, and near the minimum', () => {
    const jobs = Array.from({ length: 500 }, (_, index) =>
      job(String(index), {
        material: ['sink', 'kobber', 'aluminium'][index % 3] ?? '',
        thicknessMm: [0.6, 0.7, 0.8, 1][(index * 7) % 4] ?? 1,
        tool: ['V6', 'V8', 'V10', 'V12', 'V16'][(index * 11) % 5] ?? '',
        dueMin: [450, 900, Infinity][(index * 13) % 3] ?? 0,
        minutes: 0.5,
      }),
    )
    const { lane, presentLane, atLeastMin } = proposedOrder(jobs, times)
    expect(lane.lateMin).toBe(0)
    expect(lane.changeMin).toBeLessThan(presentLane.changeMin / 10)
    expect(lane.changeMin).toBeLessThan(1.5 * atLeastMin)
  })

  test('is computed in many small steps that report progress, with the same result', () => {
    const jobs = Array.from({ length: 60 }, (_, index) =>
      job(String(index), {
        material: ['sink', 'kobber'][index % 2] ?? '',
        thicknessMm: (index * 7) % 30,
        dueMin: 300 + index,
      }),
    )
    const steps = orderSteps(jobs, times)
    const progress: number[] = []
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) progress.push(step.value)
    expect(step.value).toEqual(proposedOrder(jobs, times))
    expect(progress.length).toBeGreaterThan(20)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect([Math.min(...progress), Math.max(...progress)]).toEqual([0, 1])
  })

  test('is the current order if nothing is better', () => {
    const jobs = [job('a'), job('b')]
    expect(proposedOrder(jobs, times).jobs).toBe(jobs)
    expect(proposedOrder([], times).jobs).toEqual([])
  })
})

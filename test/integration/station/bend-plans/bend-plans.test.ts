// Bend plans in the real worker thread: answers, their cache by content, what goes first, and a worker that ends.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Cancellation } from '../../../../shared/base/cancellation.ts'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import {
  BendPlans,
  DayAhead,
  planRequestOf,
  type KeyedPlanRequest,
} from '../../../../src-main/station/bend-plans/index.ts'
import { manualClock } from '../../../manual-clock.ts'
import { longBrake, shortBrake, tables } from '../../../unit/bending/fit/shipped-workshop.ts'
import { sampleSheet } from '../../../unit/ledger/sample-sheet.ts'

let plans: BendPlans
beforeEach(() => {
  plans = new BendPlans()
})
afterEach(() => plans.close())

const flange = (lengthMm: number) => ({ lengthMm, endLengthMm: null })
const bend = { angleDeg: 90, insideRadiusMm: 1, hem: null, gapMm: 0 }

/** A channel whose first leg has this length. */
const channelOf = (legMm: number) => ({
  ...sampleSheet,
  profile: { ...sampleSheet.profile, flanges: [flange(legMm), flange(80), flange(30)], bends: [bend, bend] },
})

function requestFor(legMm: number): KeyedPlanRequest {
  const result = planRequestOf(channelOf(legMm), longBrake, tables, null)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

test('the worker gives the same answer as the planner, and the answer is stored by content', async () => {
  const request = requestFor(30)
  expect(plans.stored(request)).toBeNull()
  const answer = await plans.planNow(request)
  expect(answer).toEqual(planNow(request.request))
  expect(plans.stored(requestFor(30))).toBe(answer)
  expect(plans.stored(requestFor(31))).toBeNull()
})

const keyOf = (machine: typeof longBrake, tools = tables.tools, sheet = sampleSheet): string => {
  const result = planRequestOf(sheet, machine, { ...tables, tools }, null)
  return result.ok ? result.value.key : ''
}

test('another machine, tool or drawing is another request', () => {
  const ownKey = keyOf(longBrake)
  expect(keyOf({ ...longBrake, backgaugeMinMm: 7 })).not.toBe(ownKey)
  expect(keyOf(longBrake, { ...tables.tools, dies: tables.tools.dies.slice(1) })).not.toBe(ownKey)
  expect(keyOf(longBrake, tables.tools, { ...sampleSheet, quantity: 13 })).not.toBe(ownKey)
  expect(keyOf(longBrake)).toBe(ownKey)
})

describe('what is planned ahead', () => {
  test('is planned without a person, and is interrupted for a person who waits', async () => {
    const ahead = [30, 31, 32, 33, 34, 35].map(requestFor)
    plans.planAhead(ahead)
    const urgent = requestFor(40)
    expect((await plans.planNow(urgent)).ok).toBe(true)
    expect(ahead.some((one) => plans.stored(one) === null)).toBe(true)
    await plans.idle()
    expect(ahead.every((one) => plans.stored(one)?.ok)).toBe(true)
  })

  test('is replaced by the next day', async () => {
    const [dropped, latest] = [requestFor(36), requestFor(37)]
    plans.planAhead([requestFor(35), dropped])
    plans.planAhead([latest])
    await plans.idle()
    expect(plans.stored(latest)?.ok).toBe(true)
    expect(plans.stored(dropped)).toBeNull()
  })
})

describe('the day', () => {
  const clock = manualClock()
  const onlyK1 = [{ pressBrakeId: null, name: 'K1', kind: 'press_brake', machine: longBrake }]
  const dayOf = (legs: readonly number[], on = plans, machines = onlyK1): DayAhead =>
    new DayAhead({
      plans: on,
      sheetsOfDay: () => legs.map((legMm) => ({ sheetId: String(legMm), machine: 'K1' })),
      sheetNow: (sheetId) => channelOf(Number(sheetId)),
      workshop: () => ({ ...tables, machines }),
      choices: { splitOf: () => null, orderOf: () => null },
      wait: clock.wait,
      onError: (error) => {
        throw error
      },
    })

  test('is planned ahead after a delay, and each sheet that changes later', async () => {
    const legs = [41, 42]
    const day = dayOf(legs)
    day.schedule()
    day.schedule()
    expect([clock.waiting(), plans.stored(requestFor(41))]).toEqual([1, null])
    clock.advance(10_000)
    await expect.poll(() => plans.stored(requestFor(42))?.ok).toBe(true)
    legs.push(43)
    day.schedule()
    clock.advance(10_000)
    await expect.poll(() => plans.stored(requestFor(43))?.ok).toBe(true)
    day.close()
  })

  test('is planned at the other machines after the assigned ones', async () => {
    const [assigned, other] = [requestFor(45), planRequestOf(channelOf(45), shortBrake, tables, null)]
    if (!other.ok) throw new Error(other.error.message)
    const order: boolean[] = []
    const watched = new BendPlans(() => order.push(watched.stored(other.value) !== null))
    const machines = [shortBrake, longBrake].map((machine, index) => ({
      pressBrakeId: null,
      name: `K${2 - index}`,
      kind: 'press_brake',
      machine,
    }))
    const day = dayOf([45], watched, machines)
    day.schedule()
    clock.advance(10_000)
    await expect.poll(() => order).toEqual([false, true])
    expect(watched.stored(assigned)?.ok).toBe(true)
    day.close()
    await watched.close()
  })

  test('is not planned after the station closed', () => {
    const day = dayOf([44])
    day.schedule()
    day.close()
    day.schedule()
    expect(clock.waiting()).toBe(0)
  })
})

const cancelled = { ok: false, error: { code: 'cancelled' } }

describe('a search that a person cancels', () => {
  test('is not stored, also if it was not begun', async () => {
    const leaving = new Cancellation()
    const requests = [requestFor(50), requestFor(51)]
    const answers = requests.map((request) => plans.planNow(request, leaving))
    leaving.cancel()
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(cancelled)
    await plans.idle()
    expect(requests.map((request) => plans.stored(request))).toEqual([null, null])
    expect(await plans.planNow(requestFor(52), leaving)).toMatchObject(cancelled)
  })

  test.each([
    ['runs', []],
    ['waits', [requestFor(55)]],
  ])('and that another person waits for goes on while it %s', async (_, before) => {
    const leaving = new Cancellation()
    for (const request of before) void plans.planNow(request)
    const first = plans.planNow(requestFor(53), leaving)
    const second = plans.planNow(requestFor(53))
    leaving.cancel()
    expect(await first).toMatchObject(cancelled)
    expect((await second).ok).toBe(true)
    expect(plans.stored(requestFor(53))?.ok).toBe(true)
  })

  test.each([
    ['runs', []],
    ['waits', [requestFor(56)]],
  ])('and that is planned ahead goes on while it %s, behind those that people wait for', async (_, before) => {
    const leaving = new Cancellation()
    const ahead = requestFor(54)
    plans.planAhead([...before, ahead])
    const answer = plans.planNow(ahead, leaving)
    const urgent = plans.planNow(requestFor(57))
    leaving.cancel()
    expect(await answer).toMatchObject(cancelled)
    expect((await urgent).ok).toBe(true)
    expect(plans.stored(ahead)).toBeNull()
    await plans.idle()
    expect(plans.stored(ahead)?.ok).toBe(true)
  })
})

describe('a proof that takes long', () => {
  test('is preceded by a plan that works, and continues', async () => {
    const request = requestFor(70)
    const early = await plans.planOrFirst(request, Promise.resolve())
    expect(early).toMatchObject({ ok: true, value: { kind: 'works', plan: { proof: 'best_so_far' } } })
    expect(plans.stored(request)).toBeNull()
    await plans.idle()
    expect(plans.stored(request)).toMatchObject({ ok: true, value: { kind: 'works', plan: { proof: 'proven' } } })
    expect(await plans.planOrFirst(request, Promise.resolve())).toBe(plans.stored(request))
  })

  test('is awaited by others who need it, and goes on after one of them has the first plan', async () => {
    const request = requestFor(73)
    const proven = plans.planNow(request)
    const early = await plans.planOrFirst(request, Promise.resolve())
    expect(early).toMatchObject({ ok: true, value: { plan: { proof: 'best_so_far' } } })
    expect(await proven).toMatchObject({ ok: true, value: { plan: { proof: 'proven' } } })
  })

  test('goes on after what another person waits for', async () => {
    const [request, urgent] = [requestFor(74), requestFor(75)]
    const early = plans.planOrFirst(request, Promise.resolve())
    const answer = plans.planNow(urgent)
    expect(await early).toMatchObject({ ok: true, value: { plan: { proof: 'best_so_far' } } })
    expect(await answer).toMatchObject({ ok: true, value: { plan: { proof: 'proven' } } })
    expect(plans.stored(request)).toBeNull()
    await plans.idle()
    expect(plans.stored(request)).toMatchObject({ ok: true, value: { plan: { proof: 'proven' } } })
  })

  test('that ends first is the answer, as is a search that ends without a plan', async () => {
    const never = Promise.withResolvers<void>().promise
    const proven = await plans.planOrFirst(requestFor(71), never)
    expect(proven).toMatchObject({ value: { kind: 'works', plan: { proof: 'proven' } } })
    const { key, request } = requestFor(72)
    const { profile } = request
    const hopeless = { ...request, profile: { ...profile, flanges: [flange(2), flange(2), flange(2)] } }
    const none = await plans.planOrFirst({ key: `${key} short`, request: hopeless, order: null }, Promise.resolve())
    expect(none).toMatchObject({ ok: true, value: { kind: 'impossible' } })
  })
})

test('a request that ends the worker fails by name, and the next request has an answer', async () => {
  const sound = requestFor(60)
  const { key, request } = sound
  // a function cannot be sent to a thread, and a missing profile makes the planner throw
  const broken = { ...sound, key: `${key} broken`, request: { ...request, profile: JSON.parse('null') } }
  expect(await plans.planNow(broken)).toMatchObject({ ok: false, error: { code: 'failed' } })
  expect(plans.stored(broken)).toBeNull()
  expect((await plans.planNow(sound)).ok).toBe(true)
})

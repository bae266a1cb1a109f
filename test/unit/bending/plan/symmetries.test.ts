// What must not change an answer: the end from which a profile is numbered, the face from which it is seen, and a smaller clearance.
import { describe, expect, it, test } from 'vitest'
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { checkOrder, planNow } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { folderRequest } from './folder-tools.ts'
import { generatedProfiles } from './generated-profiles.ts'
import { dieOf, gooseneck, profileOf, requestOf, straightPunch } from './plan-tools.ts'

/** The kind of answer, and the cost of a plan. */
function outcome(request: PlanRequest): unknown[] {
  const answer = value(planNow(request))
  return [answer.kind, answer.kind === 'works' ? answer.plan.cost : null]
}

const inverted = ({ bends, ...profile }: BendProfile): BendProfile => ({
  ...profile,
  bends: bends.map((bend) => ({ ...bend, angleDeg: -bend.angleDeg })),
})
const reversed = ({ flanges, bends, ...profile }: BendProfile): BendProfile => ({
  ...profile,
  flanges: flanges.toReversed(),
  bends: bends.toReversed(),
})

describe.each([
  ['a straight punch', (profile: BendProfile) => requestOf(profile, [dieOf(8, 30)], [straightPunch()])],
  ['a gooseneck that may be turned', (profile: BendProfile) => requestOf(profile, [dieOf(8, 30)], [gooseneck])],
  ['a folding machine', (profile: BendProfile) => folderRequest(profile)],
])('on %s', (_, requestFor) => {
  it.each([
    ['inverted signs', inverted],
    ['the other numbering', reversed],
    ['both', (profile: BendProfile) => inverted(reversed(profile))],
  ])('gives generated flashings the same cost with %s', (__, changed) => {
    const profiles = generatedProfiles(53, 6, 3)
    const costs = profiles.map((profile) => outcome(requestFor(profile)))
    expect(profiles.map((profile) => outcome(requestFor(changed(profile))))).toEqual(costs)
    expect(costs.filter(([kind]) => kind === 'works').length).toBeGreaterThan(1)
  })
})

/** Every order of three bends, each with either edge at the gauge. */
function ordersOf({ bends }: BendProfile): OrderedStep[][] {
  const sequences = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  return sequences.flatMap((sequence) =>
    Array.from({ length: 8 }, (_, edges) =>
      sequence.map((bendIndex, place): OrderedStep => ({
        kind: 'bend',
        bendIndex,
        pose: {
          faceUp: (bends[bendIndex]?.angleDeg ?? 0) > 0 ? 'B' : 'A',
          edgeAtGauge: (edges >> place) % 2 === 0 ? 'first' : 'last',
        },
      })),
    ),
  )
}

test('the clearance of the machine’s file is used in place of the usual one', () => {
  const profile = profileOf([24, 60, 44, 24], [90, 90, -90], 1, 1.3)
  const request = requestOf(profile, [dieOf(8, 30)], [straightPunch()])
  const blockedOrders = (cleared: PlanRequest) =>
    ordersOf(profile).map((order) => value(checkOrder(cleared, order)).blocked.length > 0)
  const inFile = blockedOrders({ ...request, machine: { ...request.machine, clearanceMm: 12 } })
  expect(inFile).toEqual(blockedOrders({ ...request, settings: { clearanceMm: 12 } }))
  expect(inFile).not.toEqual(blockedOrders(request))
})

test('more clearance never gives more orders', () => {
  const counts = [
    profileOf([24, 60, 44, 24], [90, 90, -90], 1, 1.3),
    profileOf([20, 40, 50, 20], [90, -90, -90], 1, 1.3),
  ].map((profile) => {
    const request = requestOf(profile, [dieOf(8, 30)], [straightPunch()])
    const free = [0.05, 2, 12].map((clearanceMm) => {
      const cleared = { ...request, settings: { clearanceMm } }
      return ordersOf(profile).map((order) => value(checkOrder(cleared, order)).blocked.length === 0)
    })
    for (const [index, orders] of free.entries()) {
      const tighter = free[index - 1] ?? orders
      expect(orders.filter((isFree, order) => isFree && tighter[order] !== true)).toEqual([])
    }
    return free.map((orders) => orders.filter(Boolean).length)
  })
  expect(counts.some(([first = 0, , last = 0]) => first > last)).toBe(true)
})

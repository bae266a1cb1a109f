// The stations of a plan on the table: side by side while they fit, otherwise in set-ups between which the tools are changed.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import type { Plan, PlanRequest } from '../../../../shared/bending/plan/index.ts'
import { longBrake } from '../fit/shipped-workshop.ts'
import { sandboxRequests } from './sandbox-requests.ts'

const hemmed = sandboxRequests(longBrake).filter(({ hasHem }) => hasHem)

function planOf(request: PlanRequest): Plan | null {
  const answer = planNow(request)
  return answer.ok && answer.value.kind === 'works' ? answer.value.plan : null
}

/** The first hem of the sandbox that needs two stations, at another length. */
function twoStations(lengthMm: number, segmentsMm = longBrake.outlines?.segmentsMm ?? []): Plan {
  const outlines = longBrake.outlines && { ...longBrake.outlines, segmentsMm }
  for (const { request } of hemmed) {
    const plan = planOf({ ...request, lengthMm, machine: { ...longBrake, outlines } })
    if (plan?.stations.length === 2) return plan
  }
  throw new Error('no sheet of the sandbox needs two stations')
}

describe('two stations', () => {
  it('that fit on the table stand side by side', () => {
    const { stations, steps, cost } = twoStations(1_500)
    expect(stations.map(({ setUp, fromMm, lengthMm }) => [setUp, fromMm, lengthMm])).toEqual([
      [0, 0, 1_500],
      [0, 1_600, 1_500],
    ])
    expect(steps.filter(({ changesSetUp }) => changesSetUp)).toEqual([])
    expect([cost.toolChanges > 0, cost.setUpChanges]).toEqual([true, 0])
  })

  it('that do not fit on the table need a change of tools before each step at the other station', () => {
    const { stations, steps, cost } = twoStations(1_600)
    expect(stations.map(({ setUp, fromMm }) => [setUp, fromMm])).toEqual([
      [0, 0],
      [1, 0],
    ])
    const changes = steps.flatMap(({ changesSetUp }, index) => (changesSetUp ? [index] : []))
    expect(changes).toEqual(
      steps.flatMap(({ station }, index) => (index > 0 && station !== steps[index - 1]?.station ? [index] : [])),
    )
    expect(cost.setUpChanges).toBe(cost.toolChanges)
  })
})

it('a blank that is longer than all segments together, but not than the machine, has no tools', () => {
  const [{ request } = { request: null }] = hemmed
  if (request === null || longBrake.outlines === undefined) throw new Error('the sandbox has no hem')
  const machine = { ...longBrake, outlines: { ...longBrake.outlines, segmentsMm: [835, 835] } }
  expect(planNow({ ...request, lengthMm: 1_700, machine })).toMatchObject({
    ok: true,
    value: {
      kind: 'impossible',
      reasons: [{ code: 'too_long_for_tools', params: { lengthMm: 1_700, segmentsMm: 1_670 } }],
    },
  })
  expect(planOf({ ...request, lengthMm: 1_600, machine })).not.toBeNull()
})

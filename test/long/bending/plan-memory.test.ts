// A flashing that needs the most memory is planned within the limits of the station's worker: one that needs more ends it.
import { expect, it } from 'vitest'
import { BendPlans } from '../../../src-main/station/bend-plans/index.ts'
import { flashings, hemmedOnAllPairs } from '../../bench/plans/flashings.ts'

it('plans a flashing of 14 bends with a hem on all pairs of tools in the worker', async () => {
  const [profile] = flashings(14).slice(14)
  if (profile === undefined) throw new Error('there are 24 flashings')
  const plans = new BendPlans()
  const outcome = await plans.planNow({ key: 'flashing', request: hemmedOnAllPairs(profile), order: null })
  await plans.close()
  expect(outcome).toMatchObject({ ok: true, value: { kind: 'works' } })
})

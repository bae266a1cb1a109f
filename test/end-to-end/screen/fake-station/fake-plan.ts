// The plan calls of the fake station, with the handlers of the real station. Nobody has planned anything yet.
import type { Station } from '../../../../shared/station-api/index.ts'
import { planSettings } from '../../../../shared/station-api/index.ts'
import { createPlanFits } from '../../../../src-main/station/plan/plan-fits.ts'
import { planView } from '../../../../src-main/station/plan/plan-view.ts'
import { notPlanned, planHandlers, type planInputs } from '../../../integration/station-api/small-plan.ts'
import type { FakeStation } from './fake-station.ts'

export function fakePlan(
  station: () => FakeStation,
  admit: (name: string) => void,
): Pick<Station['handlers'], keyof typeof planInputs> {
  const entriesOf = (date: string) => station().lists.get(date)?.entries ?? []
  const fits = createPlanFits({
    cache: {
      sheetOf: (sheetId) => {
        const view = station().sheets.get(sheetId)
        return {
          sheetId,
          sheet: view?.sheet ?? null,
          state: view?.state ?? 'fetching',
          drawingHash: null,
          problems: [],
          readAt: null,
        }
      },
    },
    ledger: { plans: { splitOf: () => null }, bendOrders: { of: () => null }, planLearning: { timed: () => [] } },
    workshop: () => station().workshop,
    bendPlans: { stored: () => null },
    settings: () => planSettings.parse({}),
  })
  return {
    ...planHandlers((name, _, usual) => {
      admit(name)
      return usual()
    }),
    'bend_plan.read': (input) => {
      admit('bend_plan.read')
      return station().work.bendPlans.get(input.sheetId) ?? notPlanned()
    },
    'plan.read': ({ date }) => {
      admit('plan.read')
      return planView(date, entriesOf(date), {
        plans: { of: () => null, lastAct: () => null },
        initialsOf: () => null,
        hashOf: () => null,
        machines: station().workshop.machines,
        doneOf: (sheetId) => station().work.work.get(sheetId)?.done ?? 0,
      })
    },
    'plan.fits': ({ date }) => {
      admit('plan.fits')
      return fits(date, entriesOf(date))
    },
  }
}

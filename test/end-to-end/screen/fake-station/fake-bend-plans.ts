// The bend plans that the fake station has: the planner's own answers.
import { planNow } from '../../../../shared/bending/plan/index.ts'
import { bendPlanRequest } from '../../../../shared/planning/index.ts'
import { bendPlanAnswer } from '../../../../shared/station-api/index.ts'
import type { FakeStation } from './fake-station.ts'

/** The station has the plan that its planner finds for the sheet at the machine. Throws if the sheet cannot be planned. */
export function planAt(station: FakeStation, sheetId: string, machineName: string): void {
  const sheet = station.sheets.get(sheetId)?.sheet
  const machine = station.workshop.machines.find(({ name }) => name === machineName)
  if (sheet === null || sheet === undefined || machine === undefined) throw new Error('no sheet or no machine')
  const request = bendPlanRequest(sheet, machine.machine, station.workshop)
  if (!request.ok) throw new Error(request.error.message)
  const answer = planNow(request.value)
  if (!answer.ok) throw new Error(answer.error.message)
  const key = machine.pressBrakeId ?? machine.name
  station.work.bendPlans.set(sheetId, {
    machine: key,
    drawingHash: 'ab12',
    keptOrder: null,
    answer: bendPlanAnswer.parse(answer.value),
  })
}

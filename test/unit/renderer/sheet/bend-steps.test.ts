// The steps of a sheet on the screen: with a program they are those of its plan, and without either those of the drawing.
import { describe, expect, test } from 'vitest'
import { planNow, type PlanStep } from '../../../../shared/bending/plan/index.ts'
import { bendPlanRequest } from '../../../../shared/planning/index.ts'
import { bendSteps, stageOf } from '../../../../src-renderer/sheet/bend-steps.ts'
import { idOf, sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { shippedWorkshop } from '../../../end-to-end/screen/fake-station/shipped-workshop.ts'

const workshop = shippedWorkshop()
const sheets = sandboxSheets('today', '2026-11-23')

function sheetOf(key: string) {
  const sheet = sheets.find(({ id }) => id === idOf(key))
  if (sheet === undefined) throw new Error(`the sandbox has no sheet ${key}`)
  return sheet
}

function plannedSteps(key: string, machineName: string): readonly PlanStep[] {
  const machine = workshop.machines.find(({ name }) => name === machineName)?.machine ?? null
  const sheet = sheetOf(key)
  const request = bendPlanRequest(sheet, machine, workshop)
  if (!request.ok) throw new Error(request.error.message)
  const answer = planNow(request.value)
  if (!answer.ok || answer.value.kind !== 'works') throw new Error('the sheet has no plan')
  return answer.value.plan.steps
}

/** The steps of the program that the station makes of a plan. */
const programOf = (steps: readonly PlanStep[]) => ({
  steps: steps.map(({ kind, bendIndex, handling, pose, gauge }) => ({
    kind,
    bend: bendIndex + 1,
    faceUp: pose.faceUp,
    flipped: handling === 'flip' || handling === 'flip_and_half_turn',
    turned: handling === 'half_turn' || handling === 'flip_and_half_turn',
    edge: gauge.edge,
  })),
})

const shown = (steps: readonly { bend: number; direction: string; kind: string | null; faceUp: string | null }[]) =>
  steps.map(({ bend, direction, kind, faceUp }) => ({ bend, direction, kind, faceUp }))

describe.each([
  ['vindusbeslag-01', 'Kantpresse 1'],
  ['vindusbeslag-01', 'Knekkemaskin 1'],
  ['hatteprofil-01', 'Kantpresse 1'],
])('%s at %s', (key, machineName) => {
  const plan = plannedSteps(key, machineName)

  test('has the directions, kinds and faces of its plan, with a program of the plan as well', () => {
    const expected = plan.map(({ bendIndex, direction, kind, pose }) => ({
      bend: bendIndex,
      direction,
      kind,
      faceUp: pose.faceUp,
    }))
    expect(shown(bendSteps(sheetOf(key), null, plan))).toEqual(expected)
    expect(shown(bendSteps(sheetOf(key), programOf(plan), plan))).toEqual(expected)
  })
})

test('a press brake folds every bend up, and the blank lies with the face up that the drawing asks for', () => {
  const steps = bendSteps(sheetOf('vindusbeslag-01'), programOf(plannedSteps('vindusbeslag-01', 'Kantpresse 1')))
  expect(new Set(steps.map(({ direction }) => direction))).toEqual(new Set(['up']))
  expect(new Set(steps.map(({ faceUp }) => faceUp))).toEqual(new Set(['A', 'B']))
})

test('the strokes of a bump are one step', () => {
  const { steps } = programOf(plannedSteps('hatteprofil-01', 'Kantpresse 1'))
  const [first, ...others] = steps
  if (first === undefined) throw new Error('the program has steps')
  const stroke = { ...first, kind: 'bump' } as const
  const bumped = { steps: [stroke, { ...stroke, flipped: false, turned: false }, ...others] }
  const sheet = sheetOf('hatteprofil-01')
  expect(bendSteps(sheet, bumped)).toHaveLength(steps.length)
  expect(stageOf(sheet.profile, bendSteps(sheet, bumped), 1)).toBeDefined()
})

test('a sheet without a plan has the bends of its drawing', () => {
  expect(shown(bendSteps(sheetOf('vindusbeslag-01'), null))).toEqual([
    { bend: 0, direction: 'up', kind: null, faceUp: null },
    { bend: 1, direction: 'down', kind: null, faceUp: null },
    { bend: 2, direction: 'up', kind: null, faceUp: null },
  ])
})

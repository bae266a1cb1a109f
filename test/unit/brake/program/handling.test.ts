// 20 programs of the sandbox with 23 flips and 23 half turns in the order of the profile: the plans need 15 and none.
import { expect, it } from 'vitest'
import { fit } from '../../../../shared/bending/fit/index.ts'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import { bendPlanRequest } from '../../../../shared/planning/index.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import { longBrake, tables } from '../../bending/fit/shipped-workshop.ts'
import { sandboxSheets } from '../../drawing/sandbox-sheets.ts'
import { requestFor } from './a-sheet.ts'

const names = [
  'u_profil-01',
  'u_profil-02',
  'u_profil-04',
  'u_profil-05',
  'u_profil-06',
  'z_profil-01',
  'z_profil-02',
  'z_profil-03',
  'reserve-z_profil-1',
  'hatteprofil-01',
  'hatteprofil-05',
  'reserve-hatteprofil-1',
  'gavlbeslag-01',
  'gavlbeslag-05',
  'gavlbeslag-06',
  'overgangsbeslag-04',
  'overgangsbeslag-05',
  'takfotbeslag-05',
  'reserve-takfotbeslag-1',
  'vindskibeslag-02',
]

const sheets = sandboxSheets().filter(({ id }) => names.includes(id))
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** The steps without a plan, on the tools that the fit chooses. */
function stepsInProfileOrder(sheet: (typeof sheets)[number]) {
  const fitted = fit(sheet, longBrake, tables)
  if (!fitted.ok || fitted.value.fits === false) throw new Error(`${sheet.id} does not fit`)
  const { dieId, punchId } = fitted.value
  const die = tables.tools.dies.find(({ id }) => id === dieId)
  if (die === undefined || punchId === null) throw new Error(`${sheet.id} has no tools`)
  const tool = { name: die.id, punch: punchId, vMm: die.vMm }
  const pieceNo = sheet.pieces[0]?.pieceNo ?? 1
  const shownDrawingVersion = sheet.drawingVersion
  const program = buildProgram(requestFor(sheet, { machine: longBrake, tool, pieceNo, shownDrawingVersion }))
  if (!program.ok) throw new Error(program.error.message)
  return program.value.steps
}

it('needs 15 flips and no half turn for 20 sheets', () => {
  expect(sheets).toHaveLength(20)
  const before = sheets.flatMap(stepsInProfileOrder)
  expect([before.filter(({ flipped }) => flipped).length, before.filter(({ turned }) => turned).length]).toEqual([
    23, 23,
  ])
  const plans = sheets.map((sheet) => {
    const request = bendPlanRequest(sheet, sheet, longBrake, tables)
    const answer = request.ok ? planNow(request.value) : request
    if (!answer.ok || answer.value.kind !== 'works') throw new Error(`${sheet.id} has no plan`)
    return answer.value.plan
  })
  expect(plans.map(({ proof }) => proof)).toEqual(plans.map(() => 'proven'))
  expect(sum(plans.map(({ cost }) => cost.flips))).toBe(15)
  expect(sum(plans.map(({ cost }) => cost.halfTurns))).toBe(0)
})

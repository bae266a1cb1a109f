// Programs from plans: every sheet of the sandbox on its long press brake.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import type { Plan } from '../../../../shared/bending/plan/index.ts'
import { planRequestOf } from '../../../../src-main/station/bend-plans/plan-request.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { longBrake, tables } from '../../bending/fit/shipped-workshop.ts'

const sheets = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')]
const answers = sheets.flatMap((sheet) => {
  const asked = planRequestOf(sheet, longBrake, tables, null)
  const answer = asked.ok ? planNow(asked.value.request) : asked
  return answer.ok ? [{ sheet, answer: answer.value }] : []
})
const planned = answers.flatMap(({ sheet, answer }): { plan: Plan; program: BrakeProgram }[] => {
  if (answer.kind !== 'works') return []
  const { plan } = answer
  const program = buildProgram({
    sheet,
    drawingHash: 'ab12',
    shownDrawingVersion: sheet.drawingVersion,
    pieceNo: sheet.pieces[0]?.pieceNo ?? 1,
    machine: longBrake,
    tool: null,
    plan,
    version: 1,
  })
  return program.ok ? [{ plan, program: program.value }] : []
})

describe('the programs of the sandbox on the long press brake', () => {
  it('come from plans that work', () => {
    expect(planned.length).toBeGreaterThan(40)
  })

  it('have the steps, tools and gauge of the plan, and name each handling of the blank', () => {
    for (const { plan, program } of planned) {
      expect(program.steps).toHaveLength(plan.steps.length)
      for (const [index, step] of program.steps.entries()) {
        const from = plan.steps[index]
        const before = program.steps[index - 1]
        expect(step).toMatchObject({
          kind: from?.kind,
          bend: (from?.bendIndex ?? 0) + 1,
          toolName: from?.hemmingToolId ?? from?.dieId,
          punchName: from?.punchId,
          station: (from?.station ?? 0) + 1,
          faceUp: from?.pose.faceUp,
        })
        expect(step.flipped).toBe(before !== undefined && before.faceUp !== step.faceUp)
        expect(step.flipped !== step.turned).toBe(before !== undefined && before.edge !== step.edge)
        expect(step.gaugeMm).toBeGreaterThanOrEqual(longBrake.backgaugeMinMm)
        expect(step.gaugeMm).toBeLessThanOrEqual(longBrake.backgaugeMaxMm)
      }
    }
  })

  it('flip a long blank without a half turn where the plan does', () => {
    const flips = planned.flatMap(({ program }) => program.steps.filter(({ flipped }) => flipped))
    expect(flips.length).toBeGreaterThan(0)
    expect(flips.filter(({ turned }) => turned).length).toBeLessThan(flips.length / 2)
  })
})

describe('a plan that says no', () => {
  it('gives no program', () => {
    const [sheet] = sheets
    const outcome = buildProgram({
      sheet: sheet ?? null,
      drawingHash: 'ab12',
      shownDrawingVersion: sheet?.drawingVersion ?? 1,
      pieceNo: 1,
      machine: longBrake,
      tool: { name: 'v8-88', punch: 'straight-88', vMm: 8 },
      impossible: 'bend 1 hits the die',
      version: 1,
    })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'cannot_be_bent' } })
  })
})

// Programs from plans: every sheet of the sandbox on its long press brake.
import { describe, expect, it } from 'vitest'
import { planNow } from '../../../../shared/bending/plan/index.ts'
import { programToRegisters } from '../../../../src-main/brake/maps/program-to-registers.ts'
import { programToText } from '../../../../src-main/brake/maps/program-to-text.ts'
import { buildProgram } from '../../../../src-main/brake/program/build-program.ts'
import type { BrakeProgram } from '../../../../src-main/brake/program/program.ts'
import type { Plan } from '../../../../shared/bending/plan/index.ts'
import { planRequestOf } from '../../../../src-main/station/bend-plans/plan-request.ts'
import { sandboxSheets } from '../../../end-to-end/screen/fake-station/sandbox-day.ts'
import { shippedMap } from '../../../fixtures/brake-programs.ts'
import { dncTemplate, fileDropTemplate } from '../../../fixtures/dnc.ts'
import { aSheet, requestFor } from './a-sheet.ts'
import { longBrake, tables } from '../../bending/fit/shipped-workshop.ts'

const sheets = [...sandboxSheets('today', '2026-11-23'), ...sandboxSheets('next', '2026-11-24')]
const answers = sheets.flatMap((sheet) => {
  const planRequest = planRequestOf(sheet, longBrake, tables, null)
  const answer = planRequest.ok ? planNow(planRequest.value.request) : planRequest
  return answer.ok ? [{ sheet, answer: answer.value }] : []
})
const requestOf = (sheet: (typeof sheets)[number], plan: Plan) => ({
  sheet,
  drawingHash: 'ab12',
  shownDrawingVersion: sheet.drawingVersion,
  pieceNo: sheet.pieces[0]?.pieceNo ?? 1,
  machine: longBrake,
  order: { plan },
  version: 1,
})
const built = (sheet: (typeof sheets)[number], plan: Plan, stepFields?: readonly string[]) =>
  buildProgram({ ...requestOf(sheet, plan), ...(stepFields === undefined ? {} : { stepFields }) })
const planned = answers.flatMap(({ sheet, answer }): { sheet: typeof sheet; plan: Plan; program: BrakeProgram }[] => {
  if (answer.kind !== 'works') return []
  const { plan } = answer
  const program = built(sheet, plan)
  return program.ok ? [{ sheet, plan, program: program.value }] : []
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
          setUp: (plan.stations[from?.station ?? 0]?.setUp ?? 0) + 1,
          faceUp: from?.pose.faceUp,
        })
        expect(step.flipped).toBe(before !== undefined && before.faceUp !== step.faceUp)
        expect(step.flipped !== step.turned).toBe(before !== undefined && before.edge !== step.edge)
        expect(step.gaugeMm).toBeGreaterThanOrEqual(longBrake.backgaugeMinMm)
        expect(step.gaugeMm).toBeLessThanOrEqual(longBrake.backgaugeMaxMm)
        expect(longBrake.outlines?.fingers.levelsMm).toContain(step.gaugeLevelMm)
      }
    }
  })

  it('change the tools before the steps for which the plan does', () => {
    const changing = planned.filter(({ plan }) => plan.cost.setUpChanges > 0)
    expect(changing.length).toBeGreaterThan(0)
    for (const { plan, program } of changing) {
      const changes = program.steps.map(({ setUp }, index) => index > 0 && setUp !== program.steps[index - 1]?.setUp)
      expect(changes).toEqual(plan.steps.map(({ changesSetUp }) => changesSetUp))
    }
  })

  it('leave the backgauge where it is while a hem is flattened: the back of the slot is the stop', () => {
    const flattened = planned.flatMap(({ program: { steps } }) =>
      steps.flatMap((step, index) => (step.kind === 'flatten' ? [[step, steps[index - 1]] as const] : [])),
    )
    expect(flattened.length).toBeGreaterThan(20)
    for (const [{ gaugeMm, gaugeLevelMm, retractMm }, before] of flattened) {
      expect({ gaugeMm, gaugeLevelMm }).toEqual({ gaugeMm: before?.gaugeMm, gaugeLevelMm: before?.gaugeLevelMm })
      expect(retractMm).toBe(0)
    }
  })

  it('are written by every shipped controller, with a hem too', () => {
    for (const { program } of planned) {
      expect(programToRegisters(program, shippedMap).length).toBeGreaterThan(0)
      for (const { text } of [dncTemplate(), fileDropTemplate()])
        expect(programToText(text, program)).toMatchObject({ ok: true })
    }
  })

  it('flip a long blank without a half turn where the plan does', () => {
    const flips = planned.flatMap(({ program }) => program.steps.filter(({ flipped }) => flipped))
    expect(flips.length).toBeGreaterThan(0)
    expect(flips.filter(({ turned }) => turned).length).toBeLessThan(flips.length / 2)
  })
})

describe('a controller without a field for the kind of a step', () => {
  const fields = ['angleDeg', 'gaugeMm', 'station', 'strokes']

  it('gets no program with a hem: a person pre-bends and flattens it', () => {
    const hems = planned.filter(({ plan }) => plan.steps.some(({ kind }) => kind === 'flatten'))
    expect(hems.length).toBeGreaterThan(20)
    for (const { sheet, plan } of hems) {
      const params = { why: 'no_field_hem', bend: sheet.profile.bends.findIndex(({ hem }) => hem !== null) + 1 }
      expect(built(sheet, plan, fields)).toMatchObject({ ok: false, error: { code: 'by_hand', params } })
      expect(built(sheet, plan, [...fields, 'kind'])).toMatchObject({ ok: true })
    }
  })

  it('gets every program of plain bends', () => {
    for (const { sheet, plan } of planned.filter(({ plan: { steps } }) => steps.every(({ kind }) => kind === 'bend')))
      expect(built(sheet, plan, fields).ok).toBe(true)
  })
})

describe('a sheet without bends', () => {
  it('gets no program of zero steps', () => {
    const [first] = planned
    if (first === undefined) throw new Error('a sheet is planned')
    const order = { plan: { ...first.plan, steps: [] } }
    expect(buildProgram(requestFor(aSheet({ flanges: [100], turns: [] }), { order }))).toMatchObject({
      ok: false,
      error: { code: 'unsound', params: { field: 'profile.bends' } },
    })
  })
})

describe('a plan of another profile', () => {
  const { sheet, plan } = planned.find(({ plan: { steps } }) => steps.some(({ kind }) => kind === 'flatten')) ?? {}
  if (sheet === undefined || plan === undefined) throw new Error('a sheet with a hem is planned')
  const refusedBy = (steps: Plan['steps']) => built(sheet, { ...plan, steps })
  const unsound = { ok: false, error: { code: 'unsound', params: { field: 'profile.bends' } } }

  it('gives no program: each bend is made once, and a hem is pre-bent and then flattened', () => {
    expect(refusedBy(plan.steps).ok).toBe(true)
    expect(refusedBy([])).toMatchObject(unsound)
    for (const [index, step] of plan.steps.entries()) {
      expect(refusedBy(plan.steps.toSpliced(index, 1))).toMatchObject(unsound)
      expect(refusedBy([...plan.steps, step])).toMatchObject(unsound)
      expect(refusedBy(plan.steps.with(index, { ...step, strokes: 2 }))).toMatchObject(unsound)
      expect(refusedBy(plan.steps.with(index, { ...step, bendIndex: 99 }))).toMatchObject(unsound)
    }
    const turned = plan.steps.map((step) => ({ ...step, turnDeg: step.turnDeg - 1 }))
    expect(refusedBy(turned)).toMatchObject(unsound)
    expect(refusedBy(plan.steps.toReversed())).toMatchObject(unsound)
  })
})

describe('a springback that is not known', () => {
  it('has no figure in the steps of its bend, and every shipped controller writes it as its file says', () => {
    const { sheet, plan } = planned[0] ?? {}
    if (sheet === undefined || plan === undefined) throw new Error('a sheet is planned')
    const program = buildProgram({ ...requestOf(sheet, plan), order: { plan, unknownSpringbacks: new Set([1]) } })
    if (!program.ok) throw new Error(program.error.message)
    for (const step of program.value.steps)
      expect(step.springbackDeg === null).toBe(step.bend === 1 && step.kind !== 'flatten')
    const registers = programToRegisters(program.value, shippedMap).filter(({ field }) => field === 'springbackDeg')
    expect(registers[program.value.steps.findIndex(({ bend }) => bend === 1)]?.words).toEqual([0])
    for (const { text } of [dncTemplate(), fileDropTemplate()])
      expect(programToText(text, program.value)).toMatchObject({ ok: true })
  })
})

describe('a plan that says no', () => {
  it('gives no program', () => {
    const order = { code: 'cannot_be_bent', message: 'bend 1 hits the die' } as const
    const outcome = buildProgram(requestFor(aSheet({ flanges: [60, 60], turns: [90] }), { order }))
    expect(outcome).toMatchObject({ ok: false, error: order })
  })
})

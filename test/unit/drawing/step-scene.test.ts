// The drawing of one step: what is shown at an angle, and what is red.
import { describe, expect, it } from 'vitest'
import { planNow, stepPicture } from '../../../shared/bending/plan/index.ts'
import type { PlanStep } from '../../../shared/bending/plan/index.ts'
import { stepBox, stepScene, toSvg } from '../../../shared/drawing/index.ts'
import type { StepPlace } from '../../../shared/drawing/index.ts'
import { value } from '../bending/any-profile.ts'
import { longBrake } from '../bending/fit/shipped-workshop.ts'
import { dieOf, profileOf, requestOf, straightPunch } from '../bending/plan/plan-tools.ts'
import { sandboxRequests } from '../bending/plan/sandbox-requests.ts'

const hat = profileOf([30, 33, 80, 33, 30], [90, -90, -90, 90], 1.5, 2.6)
const request = requestOf(hat, [dieOf(16, 50)], [straightPunch()])
const steps = ((): readonly PlanStep[] => {
  const answer = value(planNow(request))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  return answer.plan.steps
})()
const painted = { material: 'plastbelagt_stal', colour: 'RR33', colourSide: 'utside' }
const frame = { width: 600, height: 400 }

function sceneOf(
  of: readonly PlanStep[],
  stepIndex: number,
  turnDeg: number,
  hits: readonly StepPlace[] = [],
  planRequest = request,
  sheet = painted,
) {
  const step = of[stepIndex]
  const picture = step === undefined ? null : stepPicture(planRequest, of.slice(0, stepIndex), step)
  if (picture === null || step === undefined) throw new Error('no picture')
  const box = stepBox(picture, 'whole', frame)
  const { clearance } = step
  return stepScene(picture, { turnDeg, sheet, hits, clearance, box, unitMm: 1 })
}

const rolesOf = (scene: ReturnType<typeof sceneOf>): string[] => scene.items.map(({ role }) => role)

const hatched = (colour: string): number =>
  rolesOf(sceneOf(steps, 0, 30, [], request, { ...painted, material: 'aluminium', colour })).filter(
    (role) => role === 'hatch',
  ).length

describe('the drawing of a step', () => {
  it('has the tools, the blank now, before and after, and its coloured face', () => {
    const roles = rolesOf(sceneOf(steps, 0, 30))
    expect(roles.filter((role) => role === 'profile')).toHaveLength(1)
    expect(roles.filter((role) => role === 'ghost')).toHaveLength(2)
    expect(roles.filter((role) => role === 'tool')).toHaveLength(2)
    expect(roles).toContain('gauge')
    expect(roles).toContain('colour-side')
    expect(roles).not.toContain('hit')
  })

  it('has a hatch on bare metal and on a colour that is not known, and none on a paint', () => {
    expect(hatched('RAL 7016')).toBe(0)
    for (const colour of ['blank', 'Sort']) expect(hatched(colour)).toBeGreaterThan(20)
  })

  it('keeps its box through the whole step, in the shape of its frame', () => {
    const [before, after] = [sceneOf(steps, 3, 0).box, sceneOf(steps, 3, 90).box]
    expect(after).toEqual(before)
    expect((before.maxX - before.minX) / (before.maxY - before.minY)).toBeCloseTo(1.5, 6)
  })

  it('shows the blank around the bend of every step of a hem, through the whole step', () => {
    const hemmed = sandboxRequests(longBrake).find(({ hasHem }) => hasHem)
    if (hemmed === undefined) throw new Error('the sandbox has no hem')
    const answer = value(planNow(hemmed.request))
    if (answer.kind !== 'works') throw new Error(answer.kind)
    const planned = answer.plan.steps
    expect(planned.map(({ kind }) => kind)).toContain('flatten')
    for (const [index, step] of planned.entries()) {
      const picture = stepPicture(hemmed.request, planned.slice(0, index), step)
      if (picture === null) throw new Error('no picture')
      const { minX, maxX, minY, maxY } = stepBox(picture, 'close', frame)
      for (const turnDeg of [picture.fromTurnDeg, picture.toTurnDeg]) {
        const { faceA } = picture.blankAt(turnDeg)
        expect(faceA.filter(({ x, y }) => x > minX && x < maxX && y > minY && y < maxY).length).toBeGreaterThan(1)
      }
    }
  })

  it('marks the least clearance at its angle only', () => {
    const stepIndex = steps.findIndex(({ clearance }) => clearance !== null)
    const turnDeg = steps[stepIndex]?.clearance?.atTurnDeg ?? 0
    expect(rolesOf(sceneOf(steps, stepIndex, turnDeg))).toContain('clearance')
    expect(rolesOf(sceneOf(steps, stepIndex, turnDeg + 20))).not.toContain('clearance')
  })

  it('shows in red the part that is hit, and the place from that angle on', () => {
    // the hat hits a die 60 wide in every order
    const wide = requestOf(hat, [dieOf(16, 60)], [straightPunch()])
    const answer = value(planNow(wide))
    const best = answer.kind === 'impossible' ? answer.bestOrder : null
    const [blocked] = (best?.blocked ?? []).flatMap(({ step, reasons }) =>
      reasons.flatMap((reason) => (reason.code === 'hit' && reason.params.part === 'die' ? [{ step, reason }] : [])),
    )
    if (best === null || blocked === undefined) throw new Error('no hit of the die')
    const { part, pieceKind: kind, pieceIndex: index, atTurnDeg } = blocked.reason.params
    const scene = sceneOf(best.steps, blocked.step, atTurnDeg, [{ part, piece: { kind, index }, atTurnDeg }], wide)
    const red = scene.items.filter(({ role }) => role === 'hit')
    expect(red.map(({ kind: item }) => item)).toEqual(['polyline', 'line', 'circle'])
    const circle = red[2]
    const place = circle?.kind === 'circle' ? circle.centre : { x: 0, y: 0 }
    // the outside of the bend at the end of the web lies on the body of the die: a web and half a bend zone from the middle
    expect(Math.abs(place.x)).toBeCloseTo(33 - 2 * (2.6 + 1.5) + (Math.PI / 4) * (2.6 + 0.75), 6)
    expect(place.y).toBeCloseTo(0, 6)
    expect(rolesOf(scene)).not.toContain('clearance')
    expect(toSvg(scene).paths.at(-1)?.role).toBe('hit')
  })
})

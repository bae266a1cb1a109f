// The picture of a step against geometry that is computed by hand.
import { describe, expect, it } from 'vitest'
import { checkOrder, planNow, stepPicture } from '../../../../shared/bending/plan/index.ts'
import type { OrderedStep, PlanRequest, PlanStep, StepPicture } from '../../../../shared/bending/plan/index.ts'
import { value } from '../any-profile.ts'
import { folderOf, folderRequest } from './folder-tools.ts'
import { dieOf, profileOf, requestOf, straightPunch } from './plan-tools.ts'

const near = (x: number, y: number): object => ({ x: expect.closeTo(x, 6), y: expect.closeTo(y, 6) })

function stepsOf(request: PlanRequest): readonly PlanStep[] {
  const answer = value(planNow(request))
  if (answer.kind !== 'works') throw new Error(answer.kind)
  return answer.plan.steps
}

function pictureOf(request: PlanRequest, steps: readonly PlanStep[], stepIndex: number): StepPicture {
  const step = steps[stepIndex]
  const picture = step === undefined ? null : stepPicture(request, steps.slice(0, stepIndex), step)
  if (picture === null) throw new Error('no picture')
  return picture
}

const partAt = (picture: StepPicture, turnDeg: number, name: string) => {
  const shape = picture.partsAt(turnDeg).find(({ part }) => part === name)
  if (shape === undefined) throw new Error(`no ${name}`)
  return shape.outline
}

type Corners = ReturnType<typeof partAt>
const lowestOf = (corners: Corners): number => Math.min(...corners.map(({ y }) => y))
/** The least distance from the bend line. */
const nearestOf = (corners: Corners): number => Math.min(...corners.map(({ x }) => x))

describe('one bend of 90° on V16, thickness 2 and radius 2', () => {
  const request = requestOf(profileOf([40, 60], [90], 2, 2), [dieOf(16, 50)], [straightPunch()])
  const steps = stepsOf(request)
  const picture = pictureOf(request, steps, 0)
  // the flats without the bend, and half of the bend zone along the middle of the thickness
  const [straightFirst, straightLast, halfZone] = [36, 56, (Math.PI * 3) / 4]
  const atGauge = steps[0]?.pose.edgeAtGauge === 'first' ? straightFirst : straightLast
  const held = straightFirst + straightLast - atGauge

  it('lies flat on the die before it, with its ends at the flat widths', () => {
    const { faceA, faceB } = picture.blankAt(0)
    expect(faceA[0]).toMatchObject(near(-held - halfZone, 0))
    expect(faceA.at(-1)).toMatchObject(near(atGauge + halfZone, 0))
    expect(faceB[0]).toMatchObject(near(-held - halfZone, 2))
  })

  it('rests on the shoulders at 90°, each flat at 45°', () => {
    // the centre of the arc is at (r + t − V/2 · sin 45°) / cos 45°
    const root = Math.SQRT1_2
    const centre = (4 - 8 * root) / root
    const inside = { x: 2 * root, y: centre - 2 * root }
    const { faceA, faceB } = picture.blankAt(90)
    expect(faceB.at(-1)).toMatchObject(near(inside.x + atGauge * root, inside.y + atGauge * root))
    expect(faceB[0]).toMatchObject(near(-inside.x - held * root, inside.y + held * root))
    // the outside of the right flat passes through the shoulder at 8/0
    const end = faceA.at(-1)
    expect((end?.x ?? 0) - (end?.y ?? 0)).toBeCloseTo(8, 6)
  })

  it('has the tip of the punch on the inside of the bend', () => {
    expect(lowestOf(partAt(picture, 0, 'punch'))).toBeCloseTo(2, 6)
    expect(lowestOf(partAt(picture, 90, 'punch'))).toBeCloseTo((4 - 8 * Math.SQRT1_2) / Math.SQRT1_2 - 2, 6)
  })

  it('has the stop face at the edge of the blank, and moves the fingers back at the pinch point', () => {
    expect(nearestOf(partAt(picture, 0, 'fingers'))).toBeCloseTo(atGauge + halfZone, 3)
    expect(nearestOf(partAt(picture, 10, 'fingers'))).toBeCloseTo(
      atGauge + halfZone + (steps[0]?.gauge.retractMm ?? 0),
      3,
    )
  })
})

describe('the hat 30/33/80/33/30 on a die 50 wide', () => {
  const request = requestOf(
    profileOf([30, 33, 80, 33, 30], [90, -90, -90, 90], 1.5, 2.6),
    [dieOf(16, 50)],
    [straightPunch()],
  )
  const steps = stepsOf(request)

  it('comes nearest to the die where a hand calculation says', () => {
    const stepIndex = steps.findIndex(({ clearance }) => clearance?.part === 'die')
    const clearance = steps[stepIndex]?.clearance
    if (clearance === null || clearance === undefined) throw new Error('no clearance')
    // the hanging flange is a web and half a bend zone from the middle; the die is 25 wide on each side
    const expected = 33 - 2 * (2.6 + 1.5) + (Math.PI / 4) * (2.6 + 0.75) - 25
    const nearest = pictureOf(request, steps, stepIndex).nearest(clearance.atTurnDeg, clearance.part, clearance.piece)
    expect(nearest?.gapMm).toBeCloseTo(expected, 6)
    expect(clearance.leastMm).toBeCloseTo(expected, 1)
    expect(Math.abs(nearest?.to.x ?? 0)).toBeCloseTo(25, 6)
  })

  it('touches the part that it hits, within the clearance', () => {
    const order: OrderedStep[] = steps.map(({ kind, bendIndex, pose }) => ({ kind, bendIndex, pose }))
    const checked = value(checkOrder(request, order.toReversed()))
    const hits = checked.blocked.flatMap(({ step, reasons }) =>
      reasons.flatMap((reason) => (reason.code === 'hit' && reason.params.part !== 'sheet' ? [{ step, reason }] : [])),
    )
    expect(hits.length).toBeGreaterThan(0)
    for (const { step, reason } of hits) {
      const { atTurnDeg, part, pieceKind: kind, pieceIndex: index } = reason.params
      const nearest = pictureOf(request, checked.steps, step).nearest(atTurnDeg, part, { kind, index })
      expect(nearest?.gapMm).toBeLessThan(0.21)
    }
  })
})

describe('one fold of 90° on a folding machine, thickness 0.6 and radius 1', () => {
  const request = folderRequest(profileOf([50, 200], [90], 0.6, 1), folderOf())
  const steps = stepsOf(request)
  const picture = pictureOf(request, steps, 0)

  it('clamps the flat on the table and swings the other flange up with the blade', () => {
    const zone = (Math.PI / 2) * 1.3
    const [clamped, swung] = steps[0]?.pose.edgeAtGauge === 'last' ? [198.4, 48.4] : [48.4, 198.4]
    const flat = picture.blankAt(0).faceA
    expect(flat[0]).toMatchObject(near(-zone - swung, 0))
    expect(flat.at(-1)).toMatchObject(near(clamped, 0))
    const folded = picture.blankAt(90).faceA
    expect(folded[0]).toMatchObject(near(-1.6, 1.6 + swung))
    expect(folded.at(-1)).toMatchObject(near(clamped, 0))
  })

  it('has the nose on the sheet and the stop face at its edge', () => {
    expect(lowestOf(partAt(picture, 0, 'clamp'))).toBeCloseTo(0.6, 6)
    const edge = Math.max(...picture.blankAt(0).faceA.map(({ x }) => x))
    expect(nearestOf(partAt(picture, 0, 'gauge'))).toBeCloseTo(edge, 3)
  })

  it('turns the blade about the centre of the bend', () => {
    // at rest the front of the blade is at x = 0 down to -180; at 90° it is level with the centre, 1.6 above the table
    const turned = partAt(picture, 90, 'folding_beam')
    expect(turned.find(({ x, y }) => Math.abs(x + 1.6) < 1e-6 && Math.abs(y - 1.6) < 1e-6)).toBeDefined()
  })
})

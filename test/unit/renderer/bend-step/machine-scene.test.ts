// The picture of a step: to scale, in view, with the stop at its distance, for every step of the sandbox's sheets.
import { describe, expect, test } from 'vitest'
import { planNow, stepPicture, type PlanStep } from '../../../../shared/bending/plan/index.ts'
import { machineScene } from '../../../../src-renderer/bend-step/picture/machine-scene.ts'
import { drawnBlankAt } from '../../../../src-renderer/bend-step/picture/drawn-blank.ts'
import { turnedFaces, unitSection } from '../../../../src-renderer/bend-step/picture/turned-section.ts'
import { value } from '../../bending/any-profile.ts'
import { folder, longBrake } from '../../bending/fit/shipped-workshop.ts'
import { sandboxRequests } from '../../bending/plan/sandbox-requests.ts'

const size = { width: 978, height: 588 }

function scenesOf(machine: typeof longBrake | typeof folder) {
  return sandboxRequests(machine)
    .filter(({ request }) => request.profile.bends.length <= 4)
    .slice(0, 10)
    .flatMap(({ request }) => {
      const answer = value(planNow(request))
      const steps: readonly PlanStep[] = answer.kind === 'works' ? answer.plan.steps : []
      return steps.flatMap((step, index) => {
        const picture = stepPicture(request, steps.slice(0, index), step)
        if (picture === null) return []
        const gaugeMm = step.kind === 'flatten' ? null : step.gauge.xMm
        return [{ picture, gaugeMm, scene: machineScene({ picture, colouredFace: 'A', gaugeMm }, size) }]
      })
    })
}

describe.each([
  ['a press brake', longBrake],
  ['a folding machine', folder],
])('at %s', (_, machine) => {
  const all = scenesOf(machine)

  test('the blank is in view before and after the bend', () => {
    expect(all.length).toBeGreaterThan(5)
    for (const { scene } of all)
      for (const { outline } of [scene.before, scene.after])
        for (const { x, y } of outline) {
          expect(x).toBeGreaterThan(0)
          expect(x).toBeLessThan(size.width)
          expect(y).toBeGreaterThan(0)
          expect(y).toBeLessThan(size.height)
        }
  })

  test('the stop is at its distance, less what is cut on its side', () => {
    for (const { scene, gaugeMm } of all) {
      if (scene.gauge === null || gaugeMm === null) continue
      const cutMm = scene.frame.cuts.find(({ near, far }) => far > near)?.cutMm ?? 0
      expect(scene.gauge.toX - scene.gauge.fromX).toBeCloseTo((gaugeMm - cutMm) * scene.frame.pxPerMm, 6)
    }
  })

  test('the samples of a blank are the same through the step', () => {
    for (const { picture } of all) {
      const [first, last] = [picture.fromTurnDeg, picture.toTurnDeg].map((turnDeg) => drawnBlankAt(picture, turnDeg))
      expect(first?.samples.length).toBe(last?.samples.length)
    }
  })
})

test('a cut blank has a break mark on each cut, and none where a leg stands behind', () => {
  const all = scenesOf(longBrake)
  const cut = all.filter(({ scene }) => scene.frame.cuts.length > 0)
  expect(cut.length).toBeGreaterThan(0)
  for (const { scene, picture } of cut) {
    expect(scene.before.breaks.length).toBe(scene.frame.cuts.length)
    const { samples } = drawnBlankAt(picture, picture.fromTurnDeg)
    for (const { near, far } of scene.frame.cuts) {
      const behind = far < near ? samples.slice(0, far + 1) : samples.slice(far)
      const levels = behind.map(({ middle }) => middle.y)
      expect(Math.max(...levels) - Math.min(...levels)).toBeLessThanOrEqual(60)
    }
  }
})

test('a flip ends with the other face seen', () => {
  const flat = unitSection({
    samples: [
      { middle: { x: -50, y: 0 }, toA: { x: 0, y: 1 } },
      { middle: { x: 50, y: 0 }, toA: { x: 0, y: 1 } },
    ],
    thicknessMm: 1,
    flats: [],
  })
  const faces = (share: number): string[] => turnedFaces(flat, 'flip', share).map(({ face }) => face)
  expect(faces(1)).toEqual(['A'])
  expect(faces(0)).toEqual(['B'])
  expect(turnedFaces(flat, 'half_turn', 0).map(({ face }) => face)).toEqual(['A'])
})

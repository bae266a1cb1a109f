// The piece at every stage of its plan, for sheets of the sandbox at both machines, against the picture of each step.
import { describe, expect, test } from 'vitest'
import { degrees } from '../../../../shared/bending/index.ts'
import { planNow, stepPicture, type PlanStep } from '../../../../shared/bending/plan/index.ts'
import { moved } from '../../../../src-renderer/fold/scene/motion.ts'
import { plannedScene, type FoldScene } from '../../../../src-renderer/fold/scene/index.ts'
import { emptySamples, sampleLayout, writeSamples } from '../../../../src-renderer/fold/scene/section-samples.ts'
import { bendPosition } from '../../../../src-renderer/fold/scene/timeline.ts'
import { value } from '../../bending/any-profile.ts'
import { folder, longBrake } from '../../bending/fit/shipped-workshop.ts'
import { sandboxRequests } from '../../bending/plan/sandbox-requests.ts'

interface Planned {
  readonly id: string
  readonly request: ReturnType<typeof sandboxRequests>[number]['request']
  readonly steps: readonly PlanStep[]
  readonly scene: FoldScene
}

function plannedAt(machine: typeof longBrake | typeof folder): Planned[] {
  return sandboxRequests(machine)
    .slice(0, 10)
    .flatMap(({ id, request }) => {
      const answer = value(planNow(request))
      if (answer.kind !== 'works') return []
      const { steps } = answer.plan
      const scene = plannedScene(request, steps, { family: '', colourSide: 'utside' })
      return scene === null ? [] : [{ id, request, steps, scene }]
    })
}

interface SpacePoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Points of the middle line, of face A and of face B, at both ends of a piece that is 100 long. */
function pointsAt(scene: FoldScene, position: number): { middle: SpacePoint[]; a: SpacePoint[]; b: SpacePoint[] } {
  const { start, motion } = scene.pieceAt(position)
  const layout = sampleLayout(scene.finished.start, scene.anchor, Infinity)
  const samples = emptySamples(layout)
  writeSamples(layout, start.section, start.place, samples)
  const half = start.section.thicknessMm / 2
  const along = (off: number): SpacePoint[] =>
    [-50, 50].flatMap((z) =>
      [...samples.x].map((x, index) =>
        moved(motion, {
          x: x + off * (samples.toAX[index] ?? 0),
          y: (samples.y[index] ?? 0) + off * (samples.toAY[index] ?? 0),
          z,
        }),
      ),
    )
  return { middle: along(0), a: along(half), b: along(-half) }
}

const apart = (one: SpacePoint | undefined, other: SpacePoint | undefined): number =>
  one === undefined || other === undefined ? Number.NaN : Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

const nearestOf = (points: readonly SpacePoint[], { x, y }: { x: number; y: number }): number =>
  Math.min(...points.map((point) => Math.hypot(point.x - x, point.y - y)))

describe.each([
  { name: 'a press brake', machine: longBrake, jumpMm: 0.5 },
  // the picture of a fold has the flat of its bend zone on one side, the next picture on both
  { name: 'a folding machine', machine: folder, jumpMm: 2 },
])('at $name', ({ machine, jumpMm }) => {
  const all = plannedAt(machine)

  test('there are planned sheets', () => {
    expect(all.length).toBeGreaterThan(3)
  })

  test('in each step the blank lies in the machine as the picture of the step shows it, at every turn', () => {
    for (const { request, steps, scene } of all)
      for (const [stepIndex, step] of steps.entries()) {
        const picture = stepPicture(request, steps.slice(0, stepIndex), step)
        if (picture === null) throw new Error('no picture')
        for (const share of [0, 0.4, 1]) {
          const { a, b } = pointsAt(scene, bendPosition(scene.timeline, stepIndex, share))
          const shown = picture.blankAt(picture.fromTurnDeg + share * (picture.toTurnDeg - picture.fromTurnDeg))
          for (const corner of shown.faceA) expect(nearestOf(a, corner)).toBeLessThan(1e-6)
          for (const corner of shown.faceB) expect(nearestOf(b, corner)).toBeLessThan(1e-6)
        }
      }
  })

  test('every finished bend has the angle and every flange the length of the profile', () => {
    for (const { request, steps, scene } of all) {
      const { section } = scene.pieceAt(steps.length).start
      const turnsDeg = section.turns.map((turn) => degrees(Math.abs(turn)))
      // a teardrop turns further, until its flap rests on the sheet
      const wanted = request.profile.bends.map(({ angleDeg: turnDeg, hem }, bend) =>
        hem === 'teardrop' ? turnsDeg[bend] : Math.abs(turnDeg),
      )
      for (const [bend, deg] of turnsDeg.entries()) expect(deg).toBeCloseTo(wanted[bend] ?? Number.NaN, 6)
      const lengthMm = section.flatsMm.reduce((sum, mm) => sum + mm, 0)
      expect(lengthMm).toBeGreaterThan(0)
    }
  })

  test('a bend that is not made yet is flat, and one that is made keeps its angle', () => {
    for (const { steps, scene } of all)
      for (const [stepIndex] of steps.entries()) {
        const { section } = scene.pieceAt(bendPosition(scene.timeline, stepIndex, 0)).start
        for (const [bend, turn] of section.turns.entries()) {
          const madeSteps = scene.stepsOfBend[bend]?.filter((step) => step < stepIndex).length ?? 0
          expect(Math.abs(turn) > 1e-6).toBe(madeSteps > 0)
        }
      }
  })

  test('while the blank is flipped, given a half turn or moved, every distance stays', () => {
    for (const { scene } of all)
      for (const [stepIndex, phases] of scene.timeline.entries())
        for (const { kind, from, to } of phases) {
          if (kind === 'bend' || kind === 'withdraw') continue
          const first = pointsAt(scene, stepIndex + from + 1e-9)
          for (const share of [0.3, 0.9]) {
            const now = pointsAt(scene, stepIndex + from + share * (to - from))
            for (let point = 0; point < now.a.length; point += 3) {
              expect(apart(now.a[point], now.a[0])).toBeCloseTo(apart(first.a[point], first.a[0]), 5)
              expect(apart(now.b[point], now.a[0])).toBeCloseTo(apart(first.b[point], first.a[0]), 5)
              expect(apart(now.a[point], now.a.at(-1))).toBeCloseTo(apart(first.a[point], first.a.at(-1)), 5)
            }
          }
        }
  })

  test('the piece does not jump between two phases', () => {
    for (const { scene } of all)
      for (const [stepIndex, phases] of scene.timeline.entries())
        for (const { from } of phases) {
          if (stepIndex + from === 0) continue
          const before = pointsAt(scene, stepIndex + from - 1e-7)
          const after = pointsAt(scene, stepIndex + from + 1e-7)
          for (const [index, point] of after.middle.entries())
            expect(apart(point, before.middle[index])).toBeLessThan(jumpMm)
        }
  })
})

import type { Result } from '../../../../shared/base/result.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distance,
  foldCrossSection,
  pieceLength,
  preBendShare,
  stageAfter,
  turnAbout,
  flatPatternOf,
} from '../../../../shared/bending/index.ts'
import type {
  BendProfile,
  FoldOptions,
  FoldStage,
  MaterialProfile,
  Refusal,
  PieceEnd,
} from '../../../../shared/bending/index.ts'
import { anyMethod, anyProfile, plain, profileOf, value } from '../any-profile.ts'
import { workshopTables } from '../sandbox-bending.ts'

const tables = workshopTables()
const anyEnd = fc.constantFrom<PieceEnd>('start', 'end')
const anyShare = fc.oneof(fc.constantFrom(0, preBendShare, 1), fc.double({ min: 0, max: 1, noNaN: true }))
/** A profile with the method of its flat pattern, an end of its piece and a stage. */
const anyFold = fc
  .tuple(anyProfile, anyMethod, anyEnd)
  .chain(([profile, method, end]) =>
    fc
      .array(anyShare, { minLength: profile.bends.length, maxLength: profile.bends.length })
      .map((stage) => ({ profile, end, stage, flatPattern: value(flatPatternOf(profile, { method, tables })) })),
  )
  .map(({ flatPattern, ...fold }) => ({
    ...fold,
    flat: fold.end === 'end' ? (flatPattern.end ?? flatPattern.start) : flatPattern.start,
    allowancesMm: flatPattern.figures.map(({ allowanceMm }) => allowanceMm),
  }))

const folded = (profile: BendProfile, options?: FoldOptions) => value(foldCrossSection(profile, options))
const all = ({ bends }: BendProfile, share: number): FoldStage => bends.map(() => share)
const turnedBack = <P extends BendProfile>(profile: P): P => ({
  ...profile,
  bends: profile.bends.map((bend) => ({ ...bend, angleDeg: -bend.angleDeg })),
})

describe('a profile folded to any stage: up to 14 bends, hems of every kind, 1° to 180° both ways, either end', () => {
  it('has a neutral line as long as its blank is wide, and the middle of each bend stays at its bend line', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, stage, flat, allowancesMm }) => {
        const section = folded(profile, { end, stage, neutral: { allowancesMm } })
        const whole = folded(profile, { end })
        let run = 0
        for (const [index, flange] of section.flanges.entries()) {
          run += pieceLength(flange.faceA)
          const bend = section.bends[index]
          if (bend === undefined) break
          // The arc that is there, as long as its part of the turn that it has when it is made.
          const bent = (bend.turnDeg / (whole.bends[index]?.turnDeg ?? NaN)) * (allowancesMm[index] ?? NaN)
          expect(run + bent / 2).toBeCloseTo(flat.bendMiddlesMm[index] ?? NaN, 6)
          run += bent
        }
        expect(run).toBeCloseTo(flat.widthMm, 6)
      }),
    )
  })

  it('is one straight blank of the developed width before the first bend', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, flat, allowancesMm }) => {
        const { faceA, faceB } = folded(profile, { end, stage: all(profile, 0), neutral: { allowancesMm } })
        for (const { to } of faceA) expect(to.y).toBeCloseTo(0, 9)
        for (const { to } of faceB) expect(to.y).toBeCloseTo(profile.thicknessMm, 9)
        expect(faceA.at(-1)?.to.x).toBeCloseTo(flat.widthMm, 6)
      }),
    )
  })

  it('is the complete section after every bend, whatever the neutral line', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, allowancesMm }) => {
        const result = folded(profile, { end, stage: all(profile, 1), neutral: { allowancesMm } })
        expect(result).toEqual(folded(profile, { end }))
      }),
    )
  })

  it('has no gap in either face and the same thickness everywhere', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, stage }) => {
        const { faceA, faceB } = folded(profile, { end, stage })
        for (const face of [faceA, faceB]) {
          for (const [index, piece] of face.slice(1).entries()) {
            expect(distance(face[index]?.to ?? piece.from, piece.from)).toBeLessThan(1e-9)
          }
        }
        for (const [index, piece] of faceA.entries()) {
          expect(distance(piece.to, faceB[index]?.to ?? piece.to)).toBeCloseTo(profile.thicknessMm, 9)
        }
      }),
    )
  })

  it('is the mirror image with swapped faces if every bend has the other direction', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, stage }) => {
        const one = folded(profile, { end, stage })
        const other = folded(turnedBack(profile), { end, stage })
        for (const [index, piece] of one.faceA.entries()) {
          expect(other.faceB[index]?.to.x).toBeCloseTo(piece.to.x, 6)
          expect(other.faceB[index]?.to.y).toBeCloseTo(one.thicknessMm - piece.to.y, 6)
        }
      }),
    )
  })

  it('is the same shape read from the other edge, which mirrors it end for end', () => {
    fc.assert(
      fc.property(anyFold, ({ profile, end, stage }) => {
        const one = folded(profile, { end, stage })
        const reversed: MaterialProfile = {
          ...profile,
          flanges: profile.flanges.toReversed(),
          bends: profile.bends.toReversed(),
        }
        const other = folded(reversed, { end, stage: stage.toReversed() })
        // The chain runs the other way: face A again outside a positive bend, so each corner is as far from every other.
        const points = one.faceA.map(({ from }) => from)
        const twins = other.faceA.map(({ to }) => to).toReversed()
        for (const [index, point] of points.entries()) {
          const twin = twins[index] ?? point
          expect(distance(twin, twins[0] ?? twin)).toBeCloseTo(distance(point, points[0] ?? point), 5)
        }
      }),
    )
  })

  it('moves nothing before the current bend, and turns everything beyond it together', () => {
    fc.assert(
      fc.property(anyFold, fc.nat(), ({ profile, end, stage }, pick) => {
        const bend = pick % profile.bends.length
        const before = folded(profile, { end, stage: stage.map((share, index) => (index === bend ? 0 : share)) })
        const after = folded(profile, { end, stage: stage.map((share, index) => (index === bend ? 0.5 : share)) })
        const turn = after.bends[bend]?.turnDeg ?? NaN
        for (const [index, flange] of before.flanges.entries()) {
          const heading = after.flanges[index]?.headingDeg ?? NaN
          expect(heading - flange.headingDeg).toBeCloseTo(index > bend ? turn : 0, 9)
        }
        const beyond = before.flanges.slice(bend + 1).map(({ faceA }) => faceA.to)
        const [first] = beyond
        const moved = after.flanges.slice(bend + 1).map(({ faceA }) => faceA.to)
        for (const [index, point] of beyond.entries()) {
          if (first === undefined) break
          const turned = turnAbout(point, first, turn)
          const to = moved[index] ?? point
          const from = moved[0] ?? point
          expect(to.x - from.x).toBeCloseTo(turned.x - first.x, 6)
          expect(to.y - from.y).toBeCloseTo(turned.y - first.y, 6)
        }
      }),
    )
  })
})

const refused = (outcome: Result<unknown, Refusal>) => (outcome.ok ? null : [outcome.error.field, outcome.error.code])
const hemmed = profileOf([12, 60, 30], [{ angleDeg: 180, insideRadiusMm: 0, hem: 'closed', gapMm: 0 }, plain(-90)])

describe('the stage after some steps of an order', () => {
  const after = (order: readonly number[], steps: number, profile: BendProfile = hemmed) =>
    value(stageAfter(profile.bends, order, steps))

  it('contains each bend up to that step, and for a part of a step that part of its turn', () => {
    const profile = profileOf([30, 30, 30, 30], [plain(90), plain(45), plain(-90)])
    expect([0, 1, 2, 2.5, 3].map((steps) => after([1, 2, 0], steps, profile))).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 1, 1],
      [0.5, 1, 1],
      [1, 1, 1],
    ])
  })

  it('pre-bends a hem with two steps to 135° in the first and flattens it in the second', () => {
    expect([0.5, 1, 2, 2.5, 3].map((steps) => after([0, 1, 0], steps))).toEqual([
      [0.375, 0],
      [0.75, 0],
      [0.75, 1],
      [0.875, 1],
      [1, 1],
    ])
    const section = folded(hemmed, { stage: after([0, 1, 0], 1) })
    expect(section.bends.map(({ turnDeg }) => Math.abs(turnDeg))).toEqual([135, 0])
  })

  it('makes a hem with one step at once', () => {
    expect(after([0, 1], 1)).toEqual([1, 0])
  })

  it('is the complete section after all bends in any order, and no step opens a bend', () => {
    fc.assert(
      fc.property(
        anyProfile.chain((profile) => {
          const steps = profile.bends.flatMap(({ hem }, bend) => (hem === null ? [bend] : [bend, bend]))
          return fc.record({
            profile: fc.constant(profile),
            order: fc.shuffledSubarray(steps, { minLength: steps.length, maxLength: steps.length }),
          })
        }),
        ({ profile, order }) => {
          const stages = Array.from({ length: 2 * order.length + 1 }, (_, half) => after(order, half / 2, profile))
          for (const [index, stage] of stages.slice(1).entries()) {
            for (const [bend, share] of stage.entries()) {
              expect(share).toBeGreaterThanOrEqual(stages[index]?.[bend] ?? NaN)
            }
          }
          expect(folded(profile, { stage: stages.at(-1) })).toEqual(folded(profile))
        },
      ),
    )
  })

  it.each<[string, Result<unknown, Refusal>, [string, string]]>([
    ['a bend that is not there', stageAfter(hemmed.bends, [0, 2], 1), ['order[1]', 'out_of_range']],
    ['half a bend', stageAfter(hemmed.bends, [0.5], 1), ['order[0]', 'out_of_range']],
    ['a plain bend made twice', stageAfter(hemmed.bends, [1, 1], 1), ['order[1]', 'contradicts']],
    ['a hem made three times', stageAfter(hemmed.bends, [0, 0, 0], 1), ['order[2]', 'contradicts']],
    ['a step too many', stageAfter(hemmed.bends, [0, 1], 3), ['steps', 'out_of_range']],
    ['no count of steps', stageAfter(hemmed.bends, [0, 1], NaN), ['steps', 'not_a_number']],
    ['a share too few', foldCrossSection(hemmed, { stage: [1] }), ['stage', 'wrong_count']],
    ['a share above all', foldCrossSection(hemmed, { stage: [1, 1.1] }), ['stage[1]', 'out_of_range']],
    ['a share that is none', foldCrossSection(hemmed, { stage: [NaN, 1] }), ['stage[0]', 'not_a_number']],
    ['a K past the sheet', foldCrossSection(hemmed, { neutral: { kFactor: 1.1 } }), ['kFactor', 'out_of_range']],
    [
      'an allowance too few',
      foldCrossSection(hemmed, { neutral: { allowancesMm: [1] } }),
      ['allowancesMm', 'wrong_count'],
    ],
    [
      'an allowance that is none',
      foldCrossSection(hemmed, { neutral: { allowancesMm: [1, NaN] } }),
      ['allowancesMm[1]', 'not_a_number'],
    ],
  ])('is refused for %s', (_what, outcome, wanted) => {
    expect(refused(outcome)).toEqual(wanted)
  })
})

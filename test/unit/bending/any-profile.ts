// Profiles for tests of bending: plain ones by their lengths, and arbitrary ones for property tests.
import type { Result } from '../../../shared/base/result.ts'
import * as fc from 'fast-check'
import { maxBends } from '../../../shared/bending/index.ts'
import type { MaterialProfile, Refusal, FlatPatternMethod } from '../../../shared/bending/index.ts'

export const din: FlatPatternMethod = { kind: 'din6935' }
const thickness = 0.6
export const plain = (turnDeg: number, insideRadiusMm = 1) => ({
  angleDeg: turnDeg,
  insideRadiusMm,
  hem: null,
  gapMm: 0,
})
const hems = [
  { insideRadiusMm: 0, hem: 'closed', gapMm: 0 },
  { insideRadiusMm: 1, hem: 'open', gapMm: 2 },
  { insideRadiusMm: 1.5, hem: 'open', gapMm: 3 },
  { insideRadiusMm: 1.5, hem: 'teardrop', gapMm: 2 },
]
export const profileOf = (
  lengths: readonly number[],
  bends: MaterialProfile['bends'],
  ends: readonly (number | null)[] = [],
): MaterialProfile => ({
  material: 'plastbelagt_stal',
  thicknessMm: thickness,
  flanges: lengths.map((lengthMm, index) => ({ lengthMm, endLengthMm: ends[index] ?? null })),
  bends,
})

/** The value of a result that must be ok. */
export function value<T>(outcome: Result<T, Refusal>): T {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

const anyBend = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        angle: fc.oneof(fc.integer({ min: 1, max: 180 }), fc.constantFrom(1, 14, 15, 89, 90, 91, 179, 180)),
        up: fc.boolean(),
        radius: fc.double({ min: 0, max: 6, noNaN: true }),
      })
      .map(({ angle, up, radius }) => plain(up ? angle : -angle, radius)),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ hem: fc.constantFrom(...hems), up: fc.boolean() })
      .map(({ hem, up }) => ({ ...hem, angleDeg: up ? 180 : -180 })),
  },
)
const anyLength = fc.double({ min: 20, max: 300, noNaN: true })
/** Up to 14 bends, hems of every kind anywhere, 1° to 180° both ways, tapered or not. It may cross itself. */
export const anyProfile = fc
  .array(fc.record({ bend: anyBend, length: anyLength, end: fc.option(anyLength) }), {
    minLength: 1,
    maxLength: maxBends,
  })
  .chain((steps) =>
    anyLength.map((first) =>
      profileOf(
        [first, ...steps.map(({ length }) => length)],
        steps.map(({ bend }) => bend),
        [null, ...steps.map(({ end }) => end)],
      ),
    ),
  )
export const anyMethod = fc.oneof(
  fc.constant(din),
  fc.double({ min: 0, max: 1, noNaN: true }).map((kFactor): FlatPatternMethod => ({ kind: 'k', kFactor })),
)

// Flashings from a seed, for comparing the planner with the brute force: the same seed gives the same profiles.
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { hemmed } from './folder-tools.ts'
import { profileOf } from './plan-tools.ts'

const turns = [30, 45, 60, 75, 90, 90, 90, 90]
/** Some are too sharp for tools of 88°. */
const sharpTurns = [60, 90, 90, 90, 120]

export const generatedProfiles = (seed: number, count: number, maxBends: number): BendProfile[] =>
  generatedShapes(seed, count, maxBends, turns).map(({ lengths, signed }) => profileOf(lengths, signed, 1, 1.3))

/** With turns of up to 120°. */
export const generatedSharpProfiles = (seed: number, count: number, maxBends: number): BendProfile[] =>
  generatedShapes(seed, count, maxBends, sharpTurns).map(({ lengths, signed }) => profileOf(lengths, signed, 1, 1.3))

/** With a closed hem on the first edge, and every third one on the last edge too. */
export const generatedHems = (seed: number, count: number, maxOtherBends: number): BendProfile[] =>
  generatedShapes(seed, count, maxOtherBends, turns).map(({ lengths, signed }, index) => {
    const hem = index % 2 === 0 ? 180 : -180
    const flapMm = 8 + (index % 5)
    return index % 3 === 0
      ? hemmed([flapMm, ...lengths, flapMm], [hem, ...signed, hem])
      : hemmed([flapMm, ...lengths], [hem, ...signed])
  })

interface Shape {
  readonly lengths: readonly number[]
  /** Signed turns, degrees. */
  readonly signed: readonly number[]
}

function generatedShapes(seed: number, count: number, maxBends: number, angles: readonly number[]): Shape[] {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return state / 0x7f_ff_ff_ff
  }
  return Array.from({ length: count }, () => {
    const bends = 1 + Math.floor(random() * maxBends)
    const lengths = Array.from({ length: bends + 1 }, () => Math.round(8 + random() * random() * 90))
    const signed = Array.from({ length: bends }, () => {
      const sign = random() < 0.5 ? -1 : 1
      return sign * (angles[Math.floor(random() * angles.length)] ?? 90)
    })
    return { lengths, signed }
  })
}

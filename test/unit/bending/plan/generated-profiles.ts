// Flashings from a seed, for comparing the planner with the brute force: the same seed gives the same profiles.
import type { BendProfile } from '../../../../shared/bending/index.ts'
import { profileOf } from './plan-tools.ts'

const turns = [30, 45, 60, 75, 90, 90, 90, 90]

export function generatedProfiles(seed: number, count: number, maxBends: number): BendProfile[] {
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
      return sign * (turns[Math.floor(random() * turns.length)] ?? 90)
    })
    return profileOf(lengths, signed, 1, 1.3)
  })
}

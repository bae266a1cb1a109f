// The flashings of the bench: a third of them any shape, a third curved one way, a third with steps to both sides. Most of the first have
// no order; the others have many, so that only the gauge moves decide. The same arguments give the same flashings.
import { validateSection, type BendProfile } from '../../../shared/bending/index.ts'
import type { PlanRequest } from '../../../shared/bending/plan/index.ts'
import { longBrake, tables } from '../../unit/bending/fit/shipped-workshop.ts'
import { generatedProfiles } from '../../unit/bending/plan/generated-profiles.ts'
import { dieOf, profileOf, requestOf, straightPunch } from '../../unit/bending/plan/plan-tools.ts'

const flashingsOfEach = 8

export function flashings(bends: number): BendProfile[] {
  const any = generatedProfiles(5, 60_000, 14).filter((profile) => profile.bends.length === bends)
  const random = randomFrom(bends)
  const profilesOf = (lengthMm: () => number, turnDeg: (bend: number) => number): BendProfile[] =>
    Array.from({ length: 200 }, () => {
      const lengths = Array.from({ length: bends + 1 }, lengthMm)
      return profileOf(
        lengths,
        Array.from({ length: bends }, (_, bend) => turnDeg(bend)),
        1,
        1.3,
      )
    })
  const curved = profilesOf(
    () => Math.round(15 + 45 * random()),
    () => 10 + 5 * Math.floor(3 * random()),
  )
  const stepped = profilesOf(
    () => Math.round(25 + 45 * random()),
    (bend) => (bend % 2 === 0 ? 1 : -1) * (20 + 10 * Math.floor(3 * random())),
  )
  return [any, curved, stepped].flatMap((family) =>
    family.filter((profile) => validateSection(profile).ok).slice(0, flashingsOfEach),
  )
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return state / 0x7f_ff_ff_ff
  }
}

export const onOnePair = (profile: BendProfile): PlanRequest => requestOf(profile, [dieOf(8, 20)], [straightPunch()])

const material = tables.materials.materials.find((one) => one.material === 'aluminium') ?? null

/** Every pair of tools of the sandbox's long press brake that suits the flashing. */
export const onAllPairs = (profile: BendProfile): PlanRequest => ({
  profile,
  lengthMm: 1_000,
  material,
  machine: longBrake,
  tools: tables.tools,
})

/** The same with a closed hem of 10 mm in place of the first bend. */
export const hemmedOnAllPairs = ({ flanges, bends, thicknessMm }: BendProfile): PlanRequest =>
  onAllPairs({
    thicknessMm,
    flanges: flanges.map((flange, index) => (index === 0 ? { ...flange, lengthMm: 10 } : flange)),
    bends: bends.map((bend, index) =>
      index === 0 ? { angleDeg: 180, insideRadiusMm: 0, hem: 'closed', gapMm: 0 } : bend,
    ),
  })

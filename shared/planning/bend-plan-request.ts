// The request to the planner of bends for a sheet at a machine: the station plans with it, and a screen checks an order of its own. Pure.
import { failed, ok } from '../base/result.ts'
import type { Result } from '../base/result.ts'
import { allowancesOfLines } from '../bending/index.ts'
import type { BendProfile, Mm, StatedBendLine } from '../bending/index.ts'
import type { PlanRequest } from '../bending/plan/index.ts'
import { closingForce, materialOf, strengthOf } from '../bending/fit/index.ts'
import type { HemForceTable, Machine, Tooling } from '../bending/fit/index.ts'

export type NoPlanRequest = { readonly code: 'no_machine' | 'no_tools'; readonly message: string }

interface SheetToPlan {
  readonly profile: BendProfile & { readonly material: string; readonly tensileStrengthMpa: number | null }
  readonly unfolding: { readonly bendLines: readonly StatedBendLine[] }
  /** The lengths that the machine bends; for a split sheet, the lengths of its parts. */
  readonly lengthMm: Mm
  readonly pieces: readonly { readonly lengthMm: Mm; readonly endLengthMm?: Mm | null }[]
}

type Material = NonNullable<PlanRequest['material']>

interface TablesToPlan {
  readonly tools: Tooling | null
  readonly materials: { readonly materials: readonly Material[] } | null
  readonly hemForces: HemForceTable | null
}

const noTooling: Tooling = { source: '', dies: [], punches: [], hemmingTools: [] }

/**
 * The length is that of the longest piece, at least `lengthMm`. Fails with 'no_machine' where `machine` is null, and with 'no_tools'
 * where a press brake has no tools.
 */
export function bendPlanRequest(
  { profile, unfolding, lengthMm, pieces }: SheetToPlan,
  machine: Machine | null,
  { tools, materials, hemForces }: TablesToPlan,
): Result<PlanRequest, NoPlanRequest> {
  if (machine === null) return failed({ code: 'no_machine', message: 'no file of the workshop describes this machine' })
  if (tools === null && machine.kind === 'press_brake')
    return failed({ code: 'no_tools', message: 'the workshop’s tool file cannot be read' })
  const lengths = pieces.flatMap((piece) => [piece.lengthMm, piece.endLengthMm ?? piece.lengthMm])
  const { thicknessMm, flanges, bends } = profile
  const shape = { thicknessMm, flanges, bends }
  const allowancesMm = allowancesOfLines(shape, unfolding.bendLines)
  const material = materialOf(materials, profile)
  const strengthMpa = strengthOf(profile, material)
  const closingKnPerM = bends.map(({ hem }) =>
    hem === null || strengthMpa === null
      ? null
      : closingForce(hemForces, { material: profile.material, thicknessMm, hem, tensileStrengthMpa: strengthMpa }),
  )
  return ok({
    profile: shape,
    ...(allowancesMm === null ? {} : { neutral: { allowancesMm } }),
    lengthMm: Math.max(lengthMm, ...lengths),
    material,
    load: { strengthMpa, closingKnPerM },
    machine,
    tools: tools ?? noTooling,
  })
}

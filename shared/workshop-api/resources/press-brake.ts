// A press brake or folding machine of the service. Assumed (service decision 3): the specification shows no fields. Pure.
import * as z from 'zod'
import { mm, uuid, version } from '../scalars.ts'

/** Lengths in mm, force in kN. */
export const pressBrake = z.strictObject({
  id: uuid,
  name: z.string(),
  kind: z.enum(['press_brake', 'folder']),
  maxLengthMm: mm,
  maxForceKn: z.number().nullable(),
  maxThicknessMm: mm,
  throatMm: mm.nullable(),
  openHeightMm: mm.nullable(),
  strokeMm: mm.nullable(),
  backgaugeMinMm: mm.nullable(),
  backgaugeMaxMm: mm.nullable(),
  department: z.string().nullable(),
  active: z.boolean(),
  version,
})
export type PressBrake = z.infer<typeof pressBrake>

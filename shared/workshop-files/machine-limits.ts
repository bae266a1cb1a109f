// A machine's file combined with the limits that the service states for the machine: the service's figures take precedence. Pure.
import type { Mm } from '../bending/index.ts'
import type { Kn, Machine } from '../bending/fit/index.ts'
import { machine as machineSchema } from './schemas/index.ts'

/** The limits as the service states them; null where it does not. */
export interface ServiceLimits {
  readonly name: string
  readonly kind: string
  readonly maxLengthMm: Mm
  readonly maxForceKn: Kn | null
  readonly maxThicknessMm: Mm
  readonly throatMm: Mm | null
  readonly openHeightMm: Mm | null
  readonly strokeMm: Mm | null
  readonly backgaugeMinMm: Mm | null
  readonly backgaugeMaxMm: Mm | null
}

export type MachineWithin =
  | { readonly kind: 'known'; readonly machine: Machine }
  /** No file describes a machine of this name and kind. */
  | { readonly kind: 'undescribed' }
  /** The file and the service's figures contradict each other: `field` is the first field of the file that is refused. */
  | { readonly kind: 'contradicts'; readonly described: Machine; readonly message: string; readonly field: string }

/** The machine of this name and kind with the service's limits. A folding machine's open height is its clamp opening. */
export function machineWithin(limits: ServiceLimits, machines: readonly Machine[]): MachineWithin {
  const described = machines.find(({ name, kind }) => name === limits.name && kind === limits.kind)
  if (described === undefined) return { kind: 'undescribed' }
  const shared = {
    maxLengthMm: limits.maxLengthMm,
    maxThicknessMm: limits.maxThicknessMm,
    backgaugeMinMm: limits.backgaugeMinMm ?? described.backgaugeMinMm,
    backgaugeMaxMm: limits.backgaugeMaxMm ?? described.backgaugeMaxMm,
  }
  const merged: Machine =
    described.kind === 'folder'
      ? { ...described, ...shared, clampOpeningMm: limits.openHeightMm ?? described.clampOpeningMm }
      : {
          ...described,
          ...shared,
          maxForceKn: limits.maxForceKn ?? described.maxForceKn,
          throatMm: limits.throatMm ?? described.throatMm,
          openHeightMm: limits.openHeightMm ?? described.openHeightMm,
          strokeMm: limits.strokeMm ?? described.strokeMm,
        }
  const checked = machineSchema.safeParse(merged)
  if (checked.success) return { kind: 'known', machine: checked.data }
  const [issue] = checked.error.issues
  const field = (issue?.path ?? []).map(String).join('.')
  const message = `${field} ${issue?.message ?? 'is refused'}, with the service's figures`
  return { kind: 'contradicts', described, message, field }
}

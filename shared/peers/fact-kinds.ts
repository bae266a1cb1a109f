// The kinds of facts in groups, by what changes with them. Pure.
import type { FactKind } from './fact.ts'

/** About one sheet: its pieces, marks, stops and plan. */
export const sheetKinds = [
  'piece',
  'mark',
  'stop',
  'release',
  'override',
  'plan',
] as const satisfies readonly FactKind[]

/** About the hand-over of a sheet. */
export const handOverKinds = ['handover', 'handback', 'takeover'] as const satisfies readonly FactKind[]

/** About the workshop, in the permanent document. */
export const workshopKinds = [
  'correction',
  'gauge',
  'times',
  'shift',
  'operator',
] as const satisfies readonly FactKind[]

/** Whether one of `kinds` is in a group. */
export const hasKind = (kinds: readonly string[], group: readonly FactKind[]): boolean =>
  group.some((kind) => kinds.includes(kind))

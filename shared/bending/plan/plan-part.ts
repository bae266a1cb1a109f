// The parts of a machine, the pieces of a blank, and the kinds of steps that a plan names. Pure types.

/** `bump`: one bend of a large radius, made in several strokes. A hem is one `pre_bend` and one `flatten`. */
export type PlanStepKind = 'bend' | 'pre_bend' | 'flatten' | 'bump'

/** A part of the tools or of the machine; `sheet` is the blank itself. */
export type PlanPart =
  | 'punch'
  | 'clamp'
  | 'beam'
  | 'die'
  | 'holder'
  | 'table'
  | 'apron'
  | 'fingers'
  | 'hemming_tool'
  | 'closing_slot'
  | 'folding_beam'
  | 'gauge'
  | 'sheet'

/** A flange or a bend of the profile. */
export interface PlanPiece {
  readonly kind: 'flange' | 'bend'
  readonly index: number
}

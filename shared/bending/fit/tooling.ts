// A workshop's dies, punches and hemming tools, each with an id that machines name. Pure types.
import type { Deg, Mm } from '../units.ts'

export interface Die {
  readonly id: string
  readonly vMm: Mm
  /** Of the V. */
  readonly includedDeg: Deg
  readonly heightMm: Mm
  readonly loadKnPerM: number
}

export interface Punch {
  readonly id: string
  readonly radiusMm: Mm
  readonly includedDeg: Deg
  readonly heightMm: Mm
  readonly loadKnPerM: number
}

/** Bends sharply in its own V and closes the hem in its slot. */
export interface HemmingTool {
  readonly id: string
  readonly vMm: Mm
  readonly includedDeg: Deg
  readonly maxThicknessMm: Mm
  readonly loadKnPerM: number
}

export interface Tooling {
  /** Who supplied the figures. */
  readonly source: string
  readonly dies: readonly Die[]
  readonly punches: readonly Punch[]
  readonly hemmingTools: readonly HemmingTool[]
}

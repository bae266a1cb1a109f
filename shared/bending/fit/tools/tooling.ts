// A workshop's dies, punches and hemming tools, each with an id that machines name. Pure types.
import type { Deg, Mm } from '../../units.ts'
import type { Outline } from './outline.ts'

/** The drawing from which an outline was imported. */
interface OutlineDrawingFile {
  readonly file: string
  readonly sha256: string
}

export interface Die {
  readonly id: string
  readonly vMm: Mm
  /** The angle of the V. */
  readonly includedDeg: Deg
  readonly heightMm: Mm
  readonly loadKnPerM: number
  /** Radius of the V's two upper edges. Absent: not known. */
  readonly shoulderRadiusMm?: Mm | undefined
  /** The middle of the V at 0/0, at the level of the shoulders. Absent: not known. */
  readonly outline?: Outline | undefined
  readonly drawing?: OutlineDrawingFile | undefined
}

export interface Punch {
  readonly id: string
  readonly tipRadiusMm: Mm
  readonly includedDeg: Deg
  readonly heightMm: Mm
  readonly loadKnPerM: number
  /** Whether it may be mounted the other way round, so that its throat faces the operator. Absent: not known, and never turned. */
  readonly turnable?: boolean | undefined
  /** The tip at 0/0, up to its holder. Absent: not known. */
  readonly outline?: Outline | undefined
  readonly drawing?: OutlineDrawingFile | undefined
}

/**
 * Pre-bends a hem in its own V and closes it in its slot or between its bars. `outline` is the upper part with the V. `closing.outline`
 * is the lower part, with the slot open and in the same place as it has below the V. To close a hem, the ram presses the upper part
 * down by `widthMm`.
 */
export interface HemmingTool {
  readonly id: string
  readonly vMm: Mm
  readonly includedDeg: Deg
  readonly maxThicknessMm: Mm
  readonly loadKnPerM: number
  /** The middle of the V at 0/0, at the level of the shoulders, with the slot open. Absent: not known. */
  readonly outline?: Outline | undefined
  readonly drawing?: OutlineDrawingFile | undefined
  /**
   * Where the hem is closed: a slot that is open at the front, or flat bars. `depthMm` is its reach along x from the front,
   * `widthMm` its height while it is open.
   */
  readonly closing?:
    | { readonly kind: 'slot' | 'bars'; readonly depthMm: Mm; readonly widthMm: Mm; readonly outline: Outline }
    | undefined
}

export interface Tooling {
  /** Who supplied the figures. */
  readonly source: string
  readonly dies: readonly Die[]
  readonly punches: readonly Punch[]
  readonly hemmingTools: readonly HemmingTool[]
}

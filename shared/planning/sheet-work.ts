// The work of a sheet, piece by piece, from which its minutes are computed. Pure.
import type { Split } from './split.ts'
import { massKg, type PieceWork, type SheetWork } from './times.ts'

export interface SheetToReckon {
  readonly pieces: readonly { readonly pieceNo: number; readonly quantity: number; readonly lengthMm: number }[]
  readonly profile: {
    readonly material: string
    readonly thicknessMm: number
    readonly bends: readonly { readonly hem: string | null }[]
  }
  readonly unfolding: { readonly widthMm: number }
}

/** A hem takes two strokes: the pre-bend and the flattening. */
const strokesOf = ({ bends }: SheetToReckon['profile']): number =>
  bends.reduce((sum, { hem }) => sum + (hem === null ? 1 : 2), 0)

export function sheetWork({ pieces, profile, unfolding }: SheetToReckon, split: Split | null = null): SheetWork {
  const { material, thicknessMm } = profile
  return {
    strokes: strokesOf(profile),
    pieces: (split?.pieces ?? pieces).map(({ quantity, lengthMm }): PieceWork => {
      const mass = massKg({ material, thicknessMm, widthMm: unfolding.widthMm, lengthMm })
      return { quantity, lengthMm, massKg: mass }
    }),
  }
}

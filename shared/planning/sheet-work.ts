// The work of a sheet, piece by piece, from which its minutes are computed. Pure.
import type { OrderAnswer } from '../station-api/index.ts'
import type { Split } from './split.ts'
import { massKg, type PieceWork, type SheetWork } from './work-time.ts'

export interface SheetToEstimate {
  readonly pieces: readonly { readonly pieceNo: number; readonly quantity: number; readonly lengthMm: number }[]
  readonly profile: {
    readonly material: string
    readonly thicknessMm: number
    readonly bends: readonly { readonly hem: string | null }[]
  }
  readonly unfolding: { readonly widthMm: number }
}

/** A hem takes two strokes: the pre-bend and the flattening. */
const strokesOf = ({ bends }: SheetToEstimate['profile']): number =>
  bends.reduce((sum, { hem }) => sum + (hem === null ? 1 : 2), 0)

/** The work with the strokes and the handling of the planned order; the work itself where no order is known to work. */
export function workInOrder<Work extends SheetWork>(work: Work, order: OrderAnswer | undefined): Work {
  if (order?.kind !== 'works') return work
  const { strokes, ...handling } = order.handling
  return { ...work, strokes, handling }
}

/** `split`: its pieces replace those of the sheet. */
export function sheetWork({ pieces, profile, unfolding }: SheetToEstimate, split: Split | null = null): SheetWork {
  const { material, thicknessMm } = profile
  return {
    strokes: strokesOf(profile),
    pieces: (split?.pieces ?? pieces).map(({ quantity, lengthMm }): PieceWork => {
      const mass = massKg({ material, thicknessMm, widthMm: unfolding.widthMm, lengthMm })
      return { quantity, lengthMm, massKg: mass }
    }),
  }
}

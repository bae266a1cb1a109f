// Whether the loaded program prevents another one, and the piece of the next program. Pure.
import type { BrakeView } from '../../shared/station-api/index.ts'

type Loaded = Pick<
  NonNullable<BrakeView['loaded']>,
  'sheetId' | 'pieceNo' | 'done' | 'wanted' | 'complete' | 'waitsForPerson'
>

interface PiecesOfSheet {
  readonly id: string
  readonly pieces: readonly { readonly pieceNo: number }[]
}

export interface NextProgram {
  /** The loaded program belongs to this sheet, or is not finished. */
  readonly showsLoaded: boolean
  /** The piece whose program may be sent; null: none now. */
  readonly pieceNo: number | null
}

/** A finished program may be replaced at once, an unfinished one only after it is unloaded. `shown`: the piece on the screen. */
export function nextProgram({ id, pieces }: PiecesOfSheet, loaded: Loaded | null, shown: number): NextProgram {
  if (loaded === null) return { showsLoaded: false, pieceNo: shown }
  const isFinished = loaded.done >= loaded.wanted && !loaded.waitsForPerson
  if (loaded.sheetId !== id)
    return isFinished ? { showsLoaded: false, pieceNo: shown } : { showsLoaded: true, pieceNo: null }
  if (!isFinished || loaded.complete) return { showsLoaded: true, pieceNo: null }
  if (shown !== loaded.pieceNo) return { showsLoaded: true, pieceNo: shown }
  const numbers = pieces.map(({ pieceNo }) => pieceNo)
  const at = numbers.indexOf(loaded.pieceNo)
  const [following = null] = [...numbers.slice(at + 1), ...numbers.slice(0, Math.max(0, at))]
  return { showsLoaded: true, pieceNo: following }
}

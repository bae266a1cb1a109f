// Whether what lies in the brake stands in the way of another program, and of which piece that would be. Pure.
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
  /** What is loaded belongs to this sheet, or is not finished. */
  readonly showsLoaded: boolean
  /** The piece whose program may be sent; null: none now. */
  readonly pieceNo: number | null
}

/** What is finished may be replaced without a word, what is not only once it was let go. `shown`: the piece beside which it is asked. */
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

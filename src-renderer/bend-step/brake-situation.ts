// What the brake says about the piece on the screen: whether its step is followed, its pieces are counted, or why neither is possible. Pure.
import type { BrakeView, WorkStop } from '../../shared/station-api/index.ts'
import { isFinishedProgram } from '../brake/next-program.ts'

/**
 * `none`: no brake is linked. `not_loaded`: the program of this piece is not in the brake. `other`: the brake has another program.
 * `older`: the brake has an older program of this piece. `question`: a person confirms first that the program is still loaded.
 * `unknown`: the brake does not answer. `loaded`: its program is loaded;
 * `alarm`: so it is, and the controller reports an alarm.
 */
export type BrakeSituation =
  | { readonly kind: 'none' | 'not_loaded' | 'other' | 'older' | 'question' | 'unknown' }
  /** `stepIndex`: the step that the brake makes, from 0; null: it does not report it. */
  | { readonly kind: 'loaded' | 'alarm'; readonly stepIndex: number | null }

interface ShownPiece {
  readonly sheetId: string
  readonly drawingVersion: number
  readonly pieceNo: number
  /** The version of the present program; null: there is none. */
  readonly version: number | null
  readonly steps: number
}

export function brakeSituation(brake: BrakeView, isLinkOpen: boolean, piece: ShownPiece): BrakeSituation {
  const { link, state, loaded, readings } = brake
  if (link === null) return { kind: 'none' }
  const isOther = loaded !== null && !isPiece(loaded, piece)
  // a finished program of another piece does not block this one, as on the page of the sheet
  const isOtherFinished = isOther && isFinishedProgram(loaded)
  if (isOther && !isOtherFinished) return { kind: 'other' }
  if (loaded !== null && loaded.needsConfirmation) return { kind: 'question' }
  if (!isLinkOpen || state === 'disconnected' || state === 'probing' || state === 'stale') return { kind: 'unknown' }
  if (loaded === null || isOtherFinished)
    return state === 'alarm' ? { kind: 'alarm', stepIndex: null } : { kind: 'not_loaded' }
  const isOlder =
    loaded.drawingVersion !== piece.drawingVersion || (piece.version !== null && loaded.version !== piece.version)
  if (isOlder) return { kind: 'older' }
  const step = readings?.step ?? null
  const isStep = step !== null && step >= 1 && step <= piece.steps
  return { kind: state === 'alarm' ? 'alarm' : 'loaded', stepIndex: isStep ? step - 1 : null }
}

/**
 * Who counts a finished piece. `nobody`: the brake may count it later, or has the program of another piece; the page of the sheet says what
 * has to happen first. `countsPieces`: the controller of the brake counts.
 */
export function pieceCountedBy({ kind }: BrakeSituation, countsPieces: boolean): 'hand' | 'brake' | 'nobody' {
  if (kind === 'none' || kind === 'not_loaded') return 'hand'
  if (kind !== 'loaded') return 'nobody'
  return countsPieces ? 'brake' : 'hand'
}

export type BendingStop = Extract<WorkStop, 'drawing_wrong' | 'handed_over' | 'not_approved'>

/** Why no piece of the sheet may be bent now; null: it may, or the sheet is already bent or marked. */
export const bendingStop = (stop: WorkStop | null): BendingStop | null =>
  stop === 'drawing_wrong' || stop === 'handed_over' || stop === 'not_approved' ? stop : null

/** The brake has the program of this piece, whatever its version. */
export const isPiece = (
  loaded: Pick<NonNullable<BrakeView['loaded']>, 'sheetId' | 'pieceNo'>,
  piece: Pick<ShownPiece, 'sheetId' | 'pieceNo'>,
): boolean => loaded.sheetId === piece.sheetId && loaded.pieceNo === piece.pieceNo

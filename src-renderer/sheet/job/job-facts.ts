// What decides the one button of a sheet: the sheet, its lengths, the machine, the brake and the program. Types only.
import type { BrakeState, MarkState, WorkStop } from '../../../shared/station-api/index.ts'

/** A piece as it is made: the whole piece, or one of the lengths into which a planner split it. */
export interface JobLength {
  readonly pieceNo: number
  readonly donePieces: number
  readonly wantedPieces: number
}

export interface LoadedFacts {
  readonly isOfSheet: boolean
  readonly pieceNo: number
  readonly isOfOlderDrawing: boolean
  /** A person must answer whether the brake still has it. */
  readonly needsConfirmation: boolean
  readonly donePieces: number
  readonly wantedPieces: number
  readonly version: number
}

export interface BrakeFacts {
  readonly state: BrakeState
  /** Nothing is ever sent over this connection. */
  readonly isReadOnly: boolean
  /** The controller counts pieces. */
  readonly counts: boolean
  readonly upload: { readonly isOfSheet: boolean; readonly phase: 'sending' | 'reading_back' } | null
  readonly loaded: LoadedFacts | null
}

/** `null`: not computed yet. `asks`: a person must read something before it is sent. */
export type ProgramFacts =
  | { readonly kind: 'program'; readonly pieceNo: number; readonly version: number; readonly asks: boolean }
  | { readonly kind: 'refused'; readonly code: string }
  | null

/** Whether the machine of this station can bend the sheet; without one, the machine that the sheet is planned for. */
export type MachineFacts = 'fits' | 'not_known' | 'does_not_fit' | 'fits_none' | 'other_kind'

export interface JobFacts {
  /** The connection between this screen and its station. */
  readonly isStationReached: boolean
  /** A mark that was not cancelled. */
  readonly mark: { readonly id: string; readonly state: MarkState } | null
  /** The service reports the sheet as bent. */
  readonly isBent: boolean
  readonly approval: 'given' | 'awaiting' | 'change_requested'
  /** The sheet was opened by a print of another drawing. */
  readonly isOldPrint: boolean
  readonly isSound: boolean
  readonly stop: WorkStop | null
  readonly machine: MachineFacts
  /** Null: not loaded yet. */
  readonly lengths: readonly JobLength[] | null
  /** The length that the operator has chosen on the screen. */
  readonly chosenPieceNo: number
  /** Null: this station has no brake connection. */
  readonly brake: BrakeFacts | null
  /** The program of the next length. */
  readonly program: ProgramFacts
  /** The next sheet to bend at this machine; null: none. */
  readonly nextSheetId: string | null
}

// Stores what a person enters or measures at a bend as a correction. The loaded program does not change; the next one has the
// correction. Writes only the corrections of the ledger.
import {
  correctionByMeasure,
  isValidCorrection,
  maxCorrectionDeg,
  roundCorrection,
} from '../../../shared/bending/index.ts'
import { CallError, type CallIn } from '../../../shared/station-api/index.ts'
import type { ProgramStep, Session } from '../../brake/index.ts'
import type { Corrections, NewCorrection, Sheet } from '../../ledger/index.ts'
import { correctedProgram, type Corrected, type ProgramSources } from './brake-program.ts'
import { correctionOfBend, isMadeAlike, settingOf, strokesOf, type MeasuredBend } from './measured-bends.ts'

export interface CorrectingParts extends ProgramSources {
  readonly corrections: Corrections
  readonly session: Pick<Session, 'loaded'>
  /** Whether a person must confirm first that the program is still loaded. */
  readonly needsConfirmation: () => boolean
}

type CorrectionRequest = CallIn<'brake.correct'>
type CorrectionValue = Pick<NewCorrection, 'correctionDeg' | 'measuredDeg' | 'programId' | 'takenBack'>

/**
 * Throws CallError: `program_refused` and `bad_input` if there is no such bend, `not_measurable` if the measured bend was not made with the
 * loaded program, `bad_correction` for a correction out of range, `nothing_to_take_back`.
 */
export function correctBend(parts: CorrectingParts, sheet: Sheet, request: CorrectionRequest): void {
  const { pieceNo, bend, operatorId } = request
  const program = programToCorrect(parts, sheet, pieceNo)
  const measured = program.bends.find((one) => one.bend === bend)
  if (measured === undefined) throw new CallError('bad_input', `piece ${pieceNo} has no bend ${bend}`)
  const { includedDeg } = measured
  const value = correctionValue(parts, sheet, measured, request)
  if (!isValidCorrection(includedDeg, value.correctionDeg)) {
    const message = `the correction at ${includedDeg}° is ${value.correctionDeg}°; it must be at most ${maxCorrectionDeg}° in each direction, and not past flat`
    throw new CallError('bad_correction', message)
  }
  const offered = program.corrections.find((one) => one.bend === bend)?.from ?? []
  if (value.takenBack && offered.length !== 1)
    throw new CallError('nothing_to_take_back', `no correction is stored for ${includedDeg}°`)
  parts.corrections.put({
    ...settingOf(measured, parts.workshop),
    ...value,
    pressBrakeId: parts.pressBrakeId,
    includedDeg,
    operatorId,
  })
}

function correctionValue(
  parts: CorrectingParts,
  sheet: Sheet,
  { bend, includedDeg, strokes }: MeasuredBend,
  { pieceNo, correction }: CorrectionRequest,
): CorrectionValue {
  switch (correction.kind) {
    case 'taken_back':
      return { correctionDeg: 0, measuredDeg: null, programId: null, takenBack: true }
    case 'entered':
      return {
        correctionDeg: roundCorrection(correction.correctionDeg),
        measuredDeg: null,
        programId: null,
        takenBack: false,
      }
    case 'measured': {
      const { measuredDeg, programId } = correction
      const bentWith = loadedStrokes(parts, sheet, { pieceNo, bend, programId })
      if (!isMadeAlike(bentWith, strokes))
        throw new CallError(
          'not_measurable',
          'the loaded program has another angle, tool or row of strokes at this bend',
        )
      const correctionDeg = correctionByMeasure(includedDeg, correctionOfBend(bentWith), measuredDeg)
      return { correctionDeg, measuredDeg, programId, takenBack: false }
    }
  }
}

/** The program of a piece as it would be sent now. Throws CallError `program_refused`. */
export function programToCorrect(parts: ProgramSources, sheet: Sheet, pieceNo: number): Corrected {
  const result = correctedProgram(parts, { sheet, pieceNo, drawingVersion: sheet.drawingVersion })
  if (!result.ok) throw new CallError('program_refused', result.error.message)
  return result.value
}

/** The strokes of the loaded program that bend the measured piece, with the correction that the bend was made with. */
export function loadedStrokes(
  { session, needsConfirmation }: Pick<CorrectingParts, 'session' | 'needsConfirmation'>,
  sheet: Sheet,
  { pieceNo, bend, programId }: { pieceNo: number; bend: number; programId: string },
): readonly ProgramStep[] {
  const job = session.loaded()
  const isOfSheet = job?.program.sheetId === sheet.id && job.program.drawingVersion === sheet.drawingVersion
  const strokes = strokesOf(job?.program.steps ?? [], bend)
  if (
    job?.programId !== programId ||
    !isOfSheet ||
    job.program.pieceNo !== pieceNo ||
    needsConfirmation() ||
    strokes.length === 0
  )
    throw new CallError('not_measurable', `the loaded program is not for piece ${pieceNo} of this sheet`)
  return strokes
}

// What a person says of a bend's angle, kept as a correction where it makes sense. A program that is loaded stays as it is: the next one
// has the correction. Touches the outbox's corrections.
import {
  correctionByMeasure,
  isSoundCorrection,
  mostCorrectionDeg,
  roundCorrection,
} from '../../shared/bending/index.ts'
import { CallError, type CallIn } from '../../shared/station-api/index.ts'
import type { ProgramStep } from '../brake/program/program.ts'
import type { Session } from '../brake/session/index.ts'
import type { Corrections, NewCorrection, Sheet } from '../outbox/index.ts'
import { brakeOf, correctedProgram, settingOf, type ProgramSources } from './brake-program.ts'

export interface CorrectingParts extends ProgramSources {
  readonly corrections: Corrections
  readonly session: Pick<Session, 'state' | 'loaded'>
}

type Asked = CallIn<'brake.correct'>
type Found = Pick<NewCorrection, 'correctionDeg' | 'measuredDeg' | 'programId' | 'takenBack'>

/**
 * Throws CallError: `program_refused` and `bad_input` where there is no such bend, `not_measurable` where what was measured was not bent
 * with the program that is loaded, `bad_correction` beyond what a correction may be, `nothing_to_take_back`.
 */
export function correctBend(parts: CorrectingParts, sheet: Sheet, asked: Asked): void {
  const { pieceNo, bend, operatorId } = asked
  const made = correctedProgram(parts, { sheet, pieceNo, drawingVersion: sheet.drawingVersion })
  if (!made.ok) throw new CallError('program_refused', made.refusal.message)
  const step = made.program.steps.find((one) => one.bend === bend)
  if (step === undefined) throw new CallError('bad_input', `piece ${pieceNo} has no bend ${bend}`)
  const found = foundBy(parts, sheet, step, asked)
  if (!isSoundCorrection(step.angleDeg, found.correctionDeg)) {
    const message = `${found.correctionDeg}° at ${step.angleDeg}° is not a correction: at most ${mostCorrectionDeg}° either way, never past flat`
    throw new CallError('bad_correction', message)
  }
  const offered = made.corrections.find((one) => one.bend === bend)?.from ?? []
  if (found.takenBack && offered.length !== 1)
    throw new CallError('nothing_to_take_back', `no correction is stored for ${step.angleDeg}°`)
  parts.corrections.put({
    ...settingOf(step, made.tool),
    ...found,
    pressBrakeId: brakeOf(parts, sheet),
    angleDeg: step.angleDeg,
    operatorId,
  })
}

function foundBy(parts: CorrectingParts, sheet: Sheet, step: ProgramStep, { pieceNo, given }: Asked): Found {
  switch (given.kind) {
    case 'taken_back':
      return { correctionDeg: 0, measuredDeg: null, programId: null, takenBack: true }
    case 'entered':
      return {
        correctionDeg: roundCorrection(given.correctionDeg),
        measuredDeg: null,
        programId: null,
        takenBack: false,
      }
    case 'measured': {
      const { measuredDeg, programId } = given
      const bentWith = loadedStep(parts, sheet, { pieceNo, bend: step.bend, programId })
      if (bentWith.angleDeg !== step.angleDeg || bentWith.toolName !== step.toolName)
        throw new CallError('not_measurable', 'the loaded program has another angle or tool at this bend')
      const correctionDeg = correctionByMeasure(step.angleDeg, bentWith.correctionDeg, measuredDeg)
      return { correctionDeg, measuredDeg, programId, takenBack: false }
    }
  }
}

/** Of what lies in the brake, so that the correction that it was bent with is known. */
function loadedStep(
  { session }: Pick<CorrectingParts, 'session'>,
  sheet: Sheet,
  { pieceNo, bend, programId }: { pieceNo: number; bend: number; programId: string },
): ProgramStep {
  const job = session.loaded()
  const isDoubtful = session.state().loaded?.waits !== false
  const isOfSheet = job?.program.sheetId === sheet.id && job.program.drawingVersion === sheet.drawingVersion
  const step = job?.program.steps.find((one) => one.bend === bend)
  if (job?.programId !== programId || !isOfSheet || job.program.pieceNo !== pieceNo || isDoubtful || step === undefined)
    throw new CallError('not_measurable', `no piece ${pieceNo} of this sheet is bent with what is loaded`)
  return step
}

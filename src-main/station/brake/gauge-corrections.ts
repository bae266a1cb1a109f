// Stores the measured length of a flange as a correction of the backgauge. The loaded program does not change; the next one has the
// correction. Writes only the gauge corrections of the ledger.
import {
  gaugeCorrectionByMeasure,
  isValidGaugeCorrection,
  maxGaugeCorrectionMm,
} from '../../../shared/bending/index.ts'
import { CallError, type CallIn } from '../../../shared/station-api/index.ts'
import type { GaugeCorrections, NewGaugeCorrection, Sheet } from '../../ledger/index.ts'
import { loadedStrokes, programToCorrect, type CorrectingParts } from './brake-corrections.ts'
import type { ProgramSources } from './brake-program.ts'
import { isGaugeSafe, type GaugedFlange } from './gauged-flanges.ts'
import { isMadeAlike } from './measured-bends.ts'

export interface GaugeCorrectingParts extends ProgramSources, Pick<CorrectingParts, 'session' | 'needsConfirmation'> {
  readonly gaugeCorrections: GaugeCorrections
}

type Request = CallIn<'brake.correct_gauge'>
type Value = Pick<NewGaugeCorrection, 'correctionMm' | 'measuredMm' | 'programId' | 'takenBack'>

/**
 * Throws CallError: `program_refused`, `flange_not_gauged` if no gauge position sets the flange, `not_measurable` if the measured piece was
 * not made with the loaded program, `bad_gauge_correction` for a correction out of range, `nothing_to_take_back`.
 */
export function correctGauge(parts: GaugeCorrectingParts, sheet: Sheet, request: Request): void {
  const { pieceNo, flange, operatorId } = request
  const program = programToCorrect(parts, sheet, pieceNo)
  const gauged = program.gauges.find((one) => one.flange === flange)
  if (gauged === undefined)
    throw new CallError('flange_not_gauged', `no position of the backgauge sets flange ${flange}`)
  const value = correctionValue(parts, sheet, gauged, request)
  const { reach } = program
  const isSafe = reach !== null && isGaugeSafe(gauged.measured, value.correctionMm, reach)
  if (!isSafe || !isValidGaugeCorrection(value.correctionMm)) {
    const message = `the correction at flange ${flange} is ${value.correctionMm} mm; it must be at most ${maxGaugeCorrectionMm} mm, and within the reach of the backgauge`
    throw new CallError('bad_gauge_correction', message)
  }
  if (value.takenBack && gauged.from === null)
    throw new CallError('nothing_to_take_back', `no correction is stored for flange ${flange}`)
  parts.gaugeCorrections.put({
    ...gauged.setting,
    ...value,
    pressBrakeId: parts.pressBrakeId,
    drawnMm: gauged.lengthMm,
    operatorId,
  })
}

function correctionValue(
  parts: GaugeCorrectingParts,
  sheet: Sheet,
  { bend, lengthMm, measured }: GaugedFlange,
  { pieceNo, correction }: Request,
): Value {
  if (correction.kind === 'taken_back') return { correctionMm: 0, measuredMm: null, programId: null, takenBack: true }
  const { measuredMm, programId } = correction
  const bentWith = loadedStrokes(parts, sheet, { pieceNo, bend, programId })
  if (!isMadeAlike(bentWith, measured.strokes) || bentWith[0]?.edge !== measured.strokes[0].edge)
    throw new CallError(
      'not_measurable',
      'the loaded program has another angle, tool or edge at the gauge at this bend',
    )
  const loadedMm = bentWith[0].gaugeCorrectionMm
  const correctionMm = gaugeCorrectionByMeasure(lengthMm, loadedMm, measuredMm)
  return { correctionMm, measuredMm, programId, takenBack: false }
}

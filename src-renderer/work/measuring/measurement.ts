// What a measurement of a piece changes: the correction of an angle, or that of a gauge position, before and after. Pure.
import {
  correctionByMeasure,
  gaugeCorrectionByMeasure,
  isValidCorrection,
  isValidGaugeCorrection,
  turnDegOf,
} from '../../../shared/bending/index.ts'
import type { LabelTarget } from '../../../shared/drawing/index.ts'
import type { BrakePreview, BrakeView } from '../../../shared/station-api/index.ts'
import type { CorrectedBy } from '../../language/who-corrected.ts'
import type { Sheet } from '../../sheet/sheet.ts'

type Program = Extract<BrakePreview, { kind: 'program' }>
type Loaded = NonNullable<BrakeView['loaded']>

/** A correction and the value that is sent with it: degrees of the included angle, or mm of the backgauge. */
export interface Corrected {
  readonly correction: number
  readonly sent: number
}

interface Learnt extends CorrectedBy {
  readonly correction: number
  /** How many of the newest measurements agree. */
  readonly alike: number
  /** False: a person entered the correction as a figure. */
  readonly isMeasured: boolean
}

export interface Measurement {
  readonly kind: LabelTarget['kind']
  /** As drawn: mm, or degrees of the included angle. */
  readonly drawn: number
  /** The bend whose angle or gauge position is corrected, from 1; null: a measurement corrects nothing. */
  readonly bend: number | null
  /** The program that the piece was bent with; null: none, and the measurement is only booked. */
  readonly programId: string | null
  /** The correction of the next program without this measurement. */
  readonly before: Corrected | null
  readonly learnt: Learnt | null
  /** The correction that follows from a measured value; null: nothing is corrected. */
  readonly after: (measured: number) => (Corrected & { readonly isValid: boolean }) | null
}

/** `loaded`: the program with which the piece was bent; null: none, or it is in doubt. */
export function measurementOf(
  target: LabelTarget,
  { profile }: Pick<Sheet, 'profile'>,
  program: Program | null,
  loaded: Loaded | null,
): Measurement {
  return target.kind === 'bend'
    ? angleMeasurement(target.index + 1, profile, program, loaded)
    : flangeMeasurement(target.index + 1, profile, program, loaded)
}

const correctedBy = ({ by, station, correctedAt }: CorrectedBy): CorrectedBy => ({ by, station, correctedAt })

function angleMeasurement(
  bend: number,
  { bends }: Sheet['profile'],
  program: Program | null,
  loaded: Loaded | null,
): Measurement {
  const drawnBend = bends[bend - 1]
  const planned = program?.bends.find((one) => one.bend === bend)
  const drawn = planned?.includedDeg ?? (drawnBend === undefined ? 0 : 180 - turnDegOf(drawnBend))
  const offered = program?.corrections.find((one) => one.bend === bend)
  const bentWith = loaded?.corrections.find((one) => one.bend === bend)
  const correctedTo = (correction: number): Corrected => ({ correction, sent: drawn + correction })
  const [first, second] = offered?.basedOn ?? []
  return {
    kind: 'bend',
    drawn,
    bend: planned === undefined ? null : bend,
    programId: bentWith === undefined ? null : (loaded?.programId ?? null),
    before: planned === undefined ? null : correctedTo(offered?.correctionDeg ?? 0),
    learnt:
      offered === undefined || first === undefined || second !== undefined
        ? null
        : {
            correction: offered.correctionDeg,
            alike: offered.alike,
            isMeasured: first.measuredDeg !== null,
            ...correctedBy(first),
          },
    after: (measured) => {
      if (planned === undefined || bentWith === undefined) return null
      const correction = correctionByMeasure(drawn, bentWith.correctionDeg, measured)
      return { ...correctedTo(correction), isValid: isValidCorrection(drawn, correction) }
    },
  }
}

function flangeMeasurement(
  flange: number,
  { flanges }: Sheet['profile'],
  program: Program | null,
  loaded: Loaded | null,
): Measurement {
  const drawn = flanges[flange - 1]?.lengthMm ?? 0
  const gauge = program?.gauges.find((one) => one.flange === flange)
  const bentWith = loaded?.gaugeCorrections.find((one) => one.bend === gauge?.bend)
  const correctedTo = (correction: number): Corrected => ({
    correction,
    sent: (gauge?.gaugeMm ?? 0) - (gauge?.correctionMm ?? 0) + correction,
  })
  return {
    kind: 'flange',
    drawn,
    bend: gauge?.bend ?? null,
    programId: gauge === undefined || bentWith === undefined ? null : (loaded?.programId ?? null),
    before: gauge === undefined ? null : correctedTo(gauge.correctionMm),
    learnt:
      gauge === undefined || gauge.basedOn === null
        ? null
        : {
            correction: gauge.correctionMm,
            alike: gauge.alike,
            isMeasured: true,
            ...correctedBy(gauge.basedOn),
          },
    after: (measured) => {
      if (gauge === undefined || bentWith === undefined) return null
      const correction = gaugeCorrectionByMeasure(drawn, bentWith.correctionMm, measured)
      return { ...correctedTo(correction), isValid: isValidGaugeCorrection(correction) }
    },
  }
}

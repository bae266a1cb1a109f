// Corrections of the backgauge that follow from a measured flange. Rows are append-only: a newer row replaces an older one or takes it back.
// Those of the workshop's other stations at the machine count like this station's own. Touches only the outbox's file.
import type { FlangePlace, StoredGaugeCorrection } from '../../../shared/bending/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { GaugeCorrectionElsewhere } from '../store/index.ts'
import { createCorrections, type CorrectionsOptions } from './corrections-in-order.ts'

export interface NewGaugeCorrection extends StoredGaugeCorrection {
  /** The press brake; null: this station has none of its own. */
  readonly pressBrakeId: string | null
  readonly drawnMm: number
  /** Null in a row that takes the correction back. */
  readonly measuredMm: number | null
  /** The program with which the measured piece was bent. */
  readonly programId: string | null
  readonly operatorId: string | null
}

interface StoredGaugeCorrectionRow extends NewGaugeCorrection {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly storedAtMs: number
}

/** Stored here, or at another station. */
export type KnownGaugeCorrection = StoredGaugeCorrectionRow | GaugeCorrectionElsewhere

export type GaugeCorrections = ReturnType<typeof openGaugeCorrections>

type Row = Omit<StoredGaugeCorrectionRow, 'takenBack' | 'place'> & { takenBack: number; place: FlangePlace }

export function openGaugeCorrections(db: Database, options: CorrectionsOptions) {
  const insert = db.prepare<Row>(
    `INSERT INTO gauge_correction (id, press_brake_id, material, thickness_mm, tool, punch, v_mm, punch_radius_mm, bump_radius_mm,
       angle_deg, place, drawn_mm, measured_mm, correction_mm, taken_back, program_id, operator_id, at)
     VALUES (@id, @pressBrakeId, @material, @thicknessMm, @tool, @punch, @vMm, @punchRadiusMm, @bumpRadiusMm,
       @includedDeg, @place, @drawnMm, @measuredMm, @correctionMm, @takenBack, @programId, @operatorId, @storedAtMs)`,
  )
  const select = db.prepare<[string | null, string], Row>(
    `SELECT id, press_brake_id AS pressBrakeId, material, thickness_mm AS thicknessMm, tool, punch, v_mm AS vMm,
       punch_radius_mm AS punchRadiusMm, bump_radius_mm AS bumpRadiusMm, angle_deg AS includedDeg, place, drawn_mm AS drawnMm,
       measured_mm AS measuredMm, correction_mm AS correctionMm, taken_back AS takenBack, program_id AS programId,
       operator_id AS operatorId, at AS storedAtMs
     FROM gauge_correction WHERE press_brake_id IS ? AND material = ? ORDER BY rowid`,
  )
  const newestMs = db.prepare<[], number | null>('SELECT max(at) FROM gauge_correction').pluck()
  return createCorrections<NewGaugeCorrection, StoredGaugeCorrectionRow, GaugeCorrectionElsewhere>(options, {
    insert: (row) => insert.run({ ...row, takenBack: row.takenBack ? 1 : 0 }),
    ownRows: (pressBrakeId, material) =>
      select.all(pressBrakeId, material).map((row) => ({ ...row, takenBack: row.takenBack === 1 })),
    newestMs: () => newestMs.get() ?? null,
    ofOthers: options.elsewhere.gaugeCorrectionsOf,
  })
}

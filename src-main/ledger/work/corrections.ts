// Angle corrections that a person entered or that follow from a measured angle. Rows are append-only: a newer row replaces an older one
// or takes it back. Those of the workshop's other stations at the machine count like this station's own. Touches only the outbox's file.
import type { StoredCorrection } from '../../../shared/bending/index.ts'
import type { Database } from '../../platform/sqlite.ts'
import type { CorrectionElsewhere } from '../store/index.ts'
import { createCorrections, type CorrectionsOptions } from './corrections-in-order.ts'

export interface NewCorrection extends StoredCorrection {
  /** The press brake; null: this station has none of its own. */
  readonly pressBrakeId: string | null
  /** The measured angle; null: the correction itself was entered. */
  readonly measuredDeg: number | null
  /** The program with which the measured piece was bent. */
  readonly programId: string | null
  readonly operatorId: string | null
}

export interface StoredCorrectionRow extends NewCorrection {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly storedAtMs: number
}

/** Stored here, or at another station. */
export type KnownCorrection = StoredCorrectionRow | CorrectionElsewhere

export type Corrections = ReturnType<typeof openCorrections>

type Row = Omit<StoredCorrectionRow, 'takenBack'> & { takenBack: number }

export function openCorrections(db: Database, options: CorrectionsOptions) {
  const insert = db.prepare<Row>(
    `INSERT INTO correction (id, press_brake_id, material, thickness_mm, tool, punch, v_mm, punch_radius_mm, bump_radius_mm, angle_deg,
       measured_deg, correction_deg, taken_back, program_id, operator_id, at)
     VALUES (@id, @pressBrakeId, @material, @thicknessMm, @tool, @punch, @vMm, @punchRadiusMm, @bumpRadiusMm, @includedDeg,
       @measuredDeg, @correctionDeg, @takenBack, @programId, @operatorId, @storedAtMs)`,
  )
  const select = db.prepare<[string | null, string], Row>(
    `SELECT id, press_brake_id AS pressBrakeId, material, thickness_mm AS thicknessMm, tool, punch, v_mm AS vMm,
       punch_radius_mm AS punchRadiusMm, bump_radius_mm AS bumpRadiusMm, angle_deg AS includedDeg, measured_deg AS measuredDeg,
       correction_deg AS correctionDeg, taken_back AS takenBack, program_id AS programId, operator_id AS operatorId,
       at AS storedAtMs
     FROM correction WHERE press_brake_id IS ? AND material = ? ORDER BY rowid`,
  )
  const newestMs = db.prepare<[], number | null>('SELECT max(at) FROM correction').pluck()
  return createCorrections<NewCorrection, StoredCorrectionRow, CorrectionElsewhere>(options, {
    insert: (row) => insert.run({ ...row, takenBack: row.takenBack ? 1 : 0 }),
    ownRows: (pressBrakeId, material) =>
      select.all(pressBrakeId, material).map((row) => ({ ...row, takenBack: row.takenBack === 1 })),
    newestMs: () => newestMs.get() ?? null,
    ofOthers: options.elsewhere.correctionsOf,
  })
}

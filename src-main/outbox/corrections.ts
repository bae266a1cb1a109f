// Angle corrections that people entered or that a measured angle asked for. Rows are only ever added: a newer one takes an older one's
// place or takes it back. Touches the outbox's file alone.
import type { StoredCorrection } from '../../shared/bending/index.ts'
import type { Database } from '../platform/sqlite.ts'

export interface NewCorrection extends StoredCorrection {
  /** Where it was found; null: this station stands at none in particular. */
  readonly pressBrakeId: string | null
  /** Null: the correction itself was entered. */
  readonly measuredDeg: number | null
  /** That the measured piece was bent with. */
  readonly programId: string | null
  readonly operatorId: string | null
}

export interface KeptCorrection extends NewCorrection {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export type Corrections = ReturnType<typeof openCorrections>

type Row = Omit<KeptCorrection, 'takenBack'> & { takenBack: number }

export function openCorrections(db: Database, { now, newId }: { now: () => number; newId: () => string }) {
  const insert = db.prepare<Row>(
    `INSERT INTO correction (id, press_brake_id, material, thickness_mm, tool, v_mm, punch_radius_mm, angle_deg, measured_deg,
       correction_deg, taken_back, program_id, operator_id, at)
     VALUES (@id, @pressBrakeId, @material, @thicknessMm, @tool, @vMm, @punchRadiusMm, @angleDeg, @measuredDeg,
       @correctionDeg, @takenBack, @programId, @operatorId, @at)`,
  )
  const found = db.prepare<[string | null, string], Row>(
    `SELECT id, press_brake_id AS pressBrakeId, material, thickness_mm AS thicknessMm, tool, v_mm AS vMm,
       punch_radius_mm AS punchRadiusMm, angle_deg AS angleDeg, measured_deg AS measuredDeg, correction_deg AS correctionDeg,
       taken_back AS takenBack, program_id AS programId, operator_id AS operatorId, at
     FROM correction WHERE press_brake_id IS ? AND material = ? ORDER BY rowid`,
  )
  return {
    put: (correction: NewCorrection): void =>
      void insert.run({ ...correction, takenBack: correction.takenBack ? 1 : 0, id: newId(), at: now() }),
    /** Of one machine and material, oldest first. */
    of: (pressBrakeId: string | null, material: string): KeptCorrection[] =>
      found.all(pressBrakeId, material).map((row) => ({ ...row, takenBack: row.takenBack === 1 })),
  }
}

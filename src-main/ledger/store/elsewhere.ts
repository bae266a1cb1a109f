// What the other stations of the workshop did, as far as it stops or permits work here. The ledger reads it and stores only
// operators and releases. Types, and the station that has no others.
import type { StoredCorrection, StoredGaugeCorrection } from '../../../shared/bending/index.ts'
import type { Split } from '../../../shared/planning/index.ts'

/** A planner's choice at another station. */
export interface ChoiceElsewhere {
  /** Identifies it in the shared documents. */
  key: string
  sheetId: string
  drawingHash: string
  drawingVersion: number
  pressBrakeId: string | null
  machine: string | null
  rank: number | null
  pinned: boolean
  split: Split | null
  date: string
  /** Milliseconds since 1970, by the hybrid clock. */
  chosenAtMs: number
}

/** Who stored a correction at which other station. */
export interface CorrectedElsewhere {
  /** Milliseconds since 1970, by the hybrid clock. */
  storedAtMs: number
  elsewhere: { station: string; by: string | null }
}

export interface CorrectionElsewhere extends StoredCorrection, CorrectedElsewhere {
  measuredDeg: number | null
}

export interface GaugeCorrectionElsewhere extends StoredGaugeCorrection, CorrectedElsewhere {
  drawnMm: number
  measuredMm: number | null
}

/** An operator after its latest change. */
export interface OperatorElsewhere {
  id: string
  initials: string
  active: boolean
  /** Milliseconds since 1970, by the hybrid clock. */
  changedAtMs: number
  /** Null: this one, whose ledger may have lost it. */
  station: string | null
}

/** A supervisor confirmed at some station that a drawing is right. */
export interface Release {
  by: string | null
  why: string
}

export interface Elsewhere {
  /** This drawing of the sheet, or a later one, was reported wrong at another station, and nobody released it. */
  isStopped: (sheetId: string, drawingVersion: number) => boolean
  /** How a report was released; null: no station released it. */
  releaseOf: (deviationId: string) => Release | null
  /** A supervisor at another station permits work on this drawing before the customer has answered. */
  isOverridden: (sheetId: string, drawingHash: string) => boolean
  /** The choice that applies to the sheet where another station made it; null: this station's own. */
  choiceOf: (sheetId: string) => ChoiceElsewhere | null
  /** The moment of the newest choice of another station, ms since 1970; 0: there is none. */
  newestChoiceMs: () => number
  /** The angle corrections that other stations stored for a machine and a material, oldest first. */
  correctionsOf: (pressBrakeId: string, material: string) => readonly CorrectionElsewhere[]
  /** The same for corrections of the backgauge. */
  gaugeCorrectionsOf: (pressBrakeId: string, material: string) => readonly GaugeCorrectionElsewhere[]
  /** The moment of the newest correction of another station, ms since 1970; 0: there is none. */
  newestCorrectionMs: () => number
  /** The operators in the shared documents, each once. */
  operators: () => readonly OperatorElsewhere[]
}

/** A station alone. */
export const nothingElsewhere: Elsewhere = {
  isStopped: () => false,
  releaseOf: () => null,
  isOverridden: () => false,
  choiceOf: () => null,
  newestChoiceMs: () => 0,
  correctionsOf: () => [],
  gaugeCorrectionsOf: () => [],
  newestCorrectionMs: () => 0,
  operators: () => [],
}

// The link to the brake: its state, the loaded program, the controller's readings and faults; and a program before it is sent. Pure.
import * as z from 'zod'
import { planMissing, planReasonView, planStepKind } from './bend-plan-view.ts'
import { instant, uuid } from '../../../workshop-api/index.ts'

/**
 * `disconnected`: no connection, or none is set up. `probing`: connected, and the controller is not identified yet. `ready`: identified;
 * no program of this station is loaded. `uploading`. `verified`: our program is loaded and was read back. `running`: a cycle runs.
 * `piece_done`: verified, and at least one piece was counted. `alarm`: the controller reports an alarm. `stale`: no answer within the
 * time limit, so the present state is unknown.
 */
export const brakeStates = [
  'disconnected',
  'probing',
  'ready',
  'uploading',
  'verified',
  'running',
  'piece_done',
  'alarm',
  'stale',
] as const
export const brakeState = z.enum(brakeStates)
export type BrakeState = z.infer<typeof brakeState>

/** The codes with which a call of a brake driver fails. */
const controllerFaultCodes = [
  /** The controller did not answer within its time limit. */
  'no_answer',
  /** Another unit answered. The fault's address is the unit. */
  'wrong_unit',
  /** The received bytes are not a frame of the protocol: noise, another parity or speed, or another protocol. */
  'bad_frame',
  /** The controller refused the request, for example with a Modbus exception. */
  'refused',
  /** The safe state was not read, or the controller reported another state. Nothing was sent. */
  'not_safe',
  /** A value to write, or a value that was read, is outside the range in the controller's file. */
  'out_of_range',
  /** The controller's file declares no safe state, so nothing is ever written. */
  'read_only',
  /** The value of a register is not a number. */
  'not_a_number',
  /** The program that was read back differs from the one that was sent. */
  'mismatch',
  /** The machine runs. Nothing was sent. */
  'running',
  /** The caller cancelled the call. */
  'cancelled',
  /** The connection ended during the call. */
  'line_ended',
] as const
export type ControllerFaultCode = (typeof controllerFaultCodes)[number]

/** Codes to translate: faults of the connection, of the controller, and of this station. */
export const brakeFaultCodes = [
  'unplugged',
  'port_busy',
  'permission_denied',
  'not_found',
  'line_refused',
  'io_error',
  'line_closed',
  ...controllerFaultCodes,
  'not_read_back',
  'link_wrong',
  'map_wrong',
  'counter_jumped_back',
  'counter_jumped_ahead',
  'not_counted',
] as const
export type BrakeFaultCode = (typeof brakeFaultCodes)[number]
export const brakeFault = z.strictObject({
  code: z.enum(brakeFaultCodes),
  /** One English sentence with the values, for the log. The screen translates the code. */
  message: z.string(),
  /** The register that the fault is about. */
  address: z.int().nullable(),
  occurredAt: instant,
})
export type BrakeFault = z.infer<typeof brakeFault>

export const brakeStepView = z.strictObject({
  stepNo: z.int().min(1),
  /** The bend of the profile, from 1. */
  bend: z.int().min(1),
  direction: z.enum(['up', 'down']),
  /** The included angle between the two flanges after this step, or between both sides of one stroke of a bump. */
  includedDeg: z.number(),
  /** The strokes of a bump row share the correction of the bend. */
  correctionDeg: z.number(),
  /** The distance from the stop face to the bend line. In a flattening the backgauge stays where it was. */
  gaugeMm: z.number(),
  /** The part of `gaugeMm` that was added because of measured flanges. */
  gaugeCorrectionMm: z.number(),
  edge: z.enum(['first', 'last']),
  /**
   * The operator flips the blank over its long axis before this step (`flipped`), or gives it a half turn (`turned`). Each brings the
   * other edge to the gauge; after both, the same edge is there.
   */
  flipped: z.boolean(),
  turned: z.boolean(),
  lengthMm: z.number(),
  thicknessMm: z.number(),
  material: z.string(),
  /** The id of the die or hemming tool, or the name of the folding machine. */
  toolName: z.string(),
  /** The id of the punch; null on a folding machine, and in a program that was stored without it. */
  punchName: z.string().nullable(),
  kind: planStepKind,
  /** The face that is up; a press brake makes a positive bend with face B up. */
  faceUp: z.enum(['A', 'B']),
  punchTurned: z.boolean(),
  /** The set of tools along the table, from 1. */
  station: z.int().min(1),
  /** The tools of steps with the same number stand on the table together, from 1; before another number the operator changes the tools. */
  setUp: z.int().min(1),
  strokes: z.int().min(1),
  /** Height of the fingers above the die, and how far they move back at the pinch point. */
  gaugeLevelMm: z.number(),
  retractMm: z.number(),
  /** The machine turns the sheet further by this angle; null: not known. */
  springbackDeg: z.number().nullable(),
})
export type BrakeStepView = z.infer<typeof brakeStepView>

export const brakeProgramView = z.strictObject({
  sheetId: uuid,
  /** Order and sheet number, in characters that every controller has. */
  name: z.string(),
  drawingVersion: z.int(),
  drawingHash: z.string(),
  pieceNo: z.int(),
  hand: z.enum(['left', 'right']).nullable(),
  /** Per piece and drawing, from 1. Another bend order, tool or correction makes another version. */
  version: z.int().min(1),
  steps: z.array(brakeStepView).min(1),
  /** The hash of all fields above. It proves that the program that is sent is the one that was shown. */
  hash: z.string(),
})
export type BrakeProgramView = z.infer<typeof brakeProgramView>

/** The correction of a bend's angle, and what it is based on. */
export const brakeCorrection = z.strictObject({
  /** The bend of the profile, from 1. */
  bend: z.int().min(1),
  /** The correction of the whole bend. */
  correctionDeg: z.number(),
  /** How many of the newest corrections of exactly this angle agree with it. */
  alike: z.int().min(0),
  /** The stored correction of the same angle, or the two next to it, between which it is interpolated. */
  basedOn: z
    .array(
      z.strictObject({
        includedDeg: z.number(),
        correctionDeg: z.number(),
        /** Measured on a bent piece; null: a person entered the correction itself. */
        measuredDeg: z.number().nullable(),
        by: z.string().nullable(),
        /** The other station that stored it; null: this one. */
        station: z.string().nullable(),
        correctedAt: instant,
      }),
    )
    .min(1)
    .max(2),
})
export type BrakeCorrection = z.infer<typeof brakeCorrection>

/** A flange whose length the backgauge sets, and the correction of that position. */
export const brakeGauge = z.strictObject({
  /** From 1. */
  flange: z.int().min(1),
  /** The bend at whose step the backgauge sets the length, from 1. */
  bend: z.int().min(1),
  /** As drawn. */
  lengthMm: z.number(),
  /** The position with the correction. */
  gaugeMm: z.number(),
  /** 0: none. */
  correctionMm: z.number(),
  /** How many of the newest corrections agree with it; 0: there is none. */
  alike: z.int().min(0),
  /** The measurement that the correction follows from; null: there is no correction. */
  basedOn: z
    .strictObject({
      drawnMm: z.number(),
      measuredMm: z.number(),
      by: z.string().nullable(),
      /** The other station that stored it; null: this one. */
      station: z.string().nullable(),
      correctedAt: instant,
    })
    .nullable(),
})
export type BrakeGauge = z.infer<typeof brakeGauge>

/** A bend as a person measures it: a bump row is one bend, whatever its strokes. */
const brakeBend = z.strictObject({
  /** The bend of the profile, from 1. */
  bend: z.int().min(1),
  /** The included angle of the finished bend; for a hem, that of its pre-bend. */
  includedDeg: z.number(),
})
export type BrakeBend = z.infer<typeof brakeBend>

/**
 * A person's correction of a bend's angle. It applies to every bend with the same angle, material, thickness and tool; that of a bump row to
 * every bump with the same radius too.
 */
export const correctionInput = z.discriminatedUnion('kind', [
  /** The included angle of the finished bend, measured on a piece that was bent with the loaded program `programId`. */
  z.strictObject({ kind: z.literal('measured'), measuredDeg: z.number(), programId: z.string() }),
  z.strictObject({ kind: z.literal('entered'), correctionDeg: z.number() }),
  z.strictObject({ kind: z.literal('taken_back') }),
])
export type CorrectionInput = z.infer<typeof correctionInput>

/** A person's correction of the gauge position that sets a flange. It applies to every bend with the same angle, material and tool. */
export const gaugeCorrectionInput = z.discriminatedUnion('kind', [
  /** The outer length of the flange, measured on a piece that was bent with the loaded program `programId`. */
  z.strictObject({ kind: z.literal('measured'), measuredMm: z.number().positive(), programId: z.string() }),
  z.strictObject({ kind: z.literal('taken_back') }),
])
export type GaugeCorrectionInput = z.infer<typeof gaugeCorrectionInput>

/** A program, or why there is none. `code`: 'by_hand', 'too_many_steps', …; `params`: the values for the sentence. */
export const brakePreview = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('program'),
    program: brakeProgramView,
    /** Every bend once, in the order of bending: a person measures and corrects it when all its strokes are made. */
    bends: z.array(brakeBend),
    corrections: z.array(brakeCorrection),
    /** Every flange whose length the backgauge sets, in the order of the profile. */
    gauges: z.array(brakeGauge),
    /** Its steps are in the order that a person keeps. */
    isOwnOrder: z.boolean(),
    /** Figures of this program that the controller has no field for: the operator reads them on the screen. */
    unsent: z.array(z.string()),
    /** What is not known: the program is sent only after a person has read it. Null: the program is proven to work. */
    notKnown: z
      .strictObject({
        missing: z.array(planMissing),
        reasons: z.array(planReasonView),
        /** The forces that the fit does not know. */
        fit: z.array(planReasonView),
        /** The bends that may be turned further than planned by their corrections, so far that these reasons block them. */
        corrections: z.array(
          z.strictObject({ bend: z.int(), correctionDeg: z.number(), reasons: z.array(planReasonView) }),
        ),
        /** The hash of the lists. It proves that a person accepted what is not known when the program is sent. */
        hash: z.string(),
      })
      .nullable(),
  }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Why the planner finds no plan, if the code is `cannot_be_bent`; what blocks the kept order, if it is `own_order_blocked`. */
    planReasons: z.array(planReasonView),
  }),
])
export type BrakePreview = z.infer<typeof brakePreview>

/** Why this link cannot send programs. */
export const brakeReadOnly = z.enum(['no_safe_register', 'not_commissioned', 'no_program_layout'])
export type BrakeReadOnly = z.infer<typeof brakeReadOnly>

export const brakeView = z.strictObject({
  /** The link that a technician set up; null: this station has none, and people count the pieces. */
  link: z
    .strictObject({
      uri: z.string(),
      /** 'modbus-rtu', 'dnc-text', … */
      driver: z.string(),
      /** The controller map's or template's name; null for a driver without one. */
      map: z.string().nullable(),
      /** Who commissioned the map on this machine, and when; null: not commissioned. */
      commissioned: z.strictObject({ by: z.string(), at: instant }).nullable(),
    })
    .nullable(),
  state: brakeState,
  /** The present or the last fault; null: none. */
  fault: brakeFault.nullable(),
  /** Why the last program was not sent, or pieces were not counted; null: neither. It ends with the next program, or when pieces count. */
  workFault: brakeFault.nullable(),
  /** How the controller identified itself; null: not yet. */
  identity: z.string().nullable(),
  readOnly: brakeReadOnly.nullable(),
  /** The program that is being sent, and the progress. */
  upload: z
    .strictObject({ sheetId: uuid, pieceNo: z.int(), steps: z.int(), phase: z.enum(['sending', 'reading_back']) })
    .nullable(),
  /** The program that was sent from here and read back. It remains while the connection is lost. */
  loaded: z
    .strictObject({
      programId: z.string(),
      sheetId: uuid,
      drawingVersion: z.int(),
      pieceNo: z.int(),
      hand: z.enum(['left', 'right']).nullable(),
      version: z.int(),
      steps: z.int(),
      /** The correction of each whole bend at the time of sending. */
      corrections: z.array(z.strictObject({ bend: z.int(), correctionDeg: z.number() })),
      /** The correction of each gauge position at the time of sending. */
      gaugeCorrections: z.array(z.strictObject({ bend: z.int(), correctionMm: z.number() })),
      sentAt: instant,
      by: z.string().nullable(),
      /** The connection was lost, or the station restarted: nothing is counted until a person confirms that this program is still loaded. Never for a finished length. */
      needsConfirmation: z.boolean(),
      /** Pieces that the controller made since then; they are counted when the person confirms. Null: unknown or none. */
      uncountedPieces: z.int().nullable(),
      /** Pieces that the controller counted for this program. */
      countedPieces: z.int(),
      /** All counted pieces of this piece number, and how many are wanted. */
      donePieces: z.int(),
      wantedPieces: z.int(),
      /** All pieces of the sheet are done: the sheet can be marked as bent. */
      isComplete: z.boolean(),
    })
    .nullable(),
  /** The present readings of the controller; null: unknown. Old readings are never shown. */
  readings: z
    .strictObject({
      readAt: instant,
      isRunning: z.boolean().nullable(),
      isSafe: z.boolean().nullable(),
      /** The step of the loaded program that comes next or is made, from 1; null: the controller does not report it. */
      step: z.int().min(1).nullable(),
      counter: z.int().nullable(),
      /** What the counter counts, as the map says. */
      counterUnit: z.enum(['pieces', 'strokes']).nullable(),
    })
    .nullable(),
  alarms: z.array(z.strictObject({ code: z.int(), text: z.string() })),
})
export type BrakeView = z.infer<typeof brakeView>

/** The view of a station without a link. */
export const noBrake: BrakeView = {
  link: null,
  state: 'disconnected',
  fault: null,
  workFault: null,
  identity: null,
  readOnly: null,
  upload: null,
  loaded: null,
  readings: null,
  alarms: [],
}

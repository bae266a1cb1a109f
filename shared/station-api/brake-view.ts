// The link to the brake as the screen sees it: its state, what is loaded there, what it reads, what went wrong, and a program before
// it is sent. Plain data, every field a schema. Pure.
import * as z from 'zod'
import { instant, uuid } from '../workshop-api/index.ts'

/**
 * `disconnected`: no line, or none is set. `probing`: the line is open, who answers is not known yet. `ready`: answers; nothing of ours
 * is loaded. `uploading`. `verified`: what is loaded was read back and is ours. `running`: a cycle is under way. `piece_done`: verified,
 * and at least one piece was counted. `alarm`: the controller reports one. `stale`: nothing was heard for longer than it may
 * take, so that nothing is known now.
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

/** What went wrong, as a code to translate. The first group is the line's, the second the controller's, the third ours. */
export const brakeFaultCodes = [
  'unplugged',
  'port_busy',
  'permission_denied',
  'not_found',
  'line_refused',
  'io_error',
  'line_closed',

  'no_answer',
  'wrong_unit',
  'bad_frame',
  'refused',
  'not_safe',
  'out_of_range',
  'read_only',
  'not_a_number',
  'mismatch',
  'running',
  'cancelled',
  'line_ended',

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
  /** One plain English sentence with the figures, for the log; the screen words its own from the code. */
  message: z.string(),
  /** The register that it is about. */
  address: z.int().nullable(),
  at: instant,
})
export type BrakeFault = z.infer<typeof brakeFault>

export const brakeStepView = z.strictObject({
  stepNo: z.int().min(1),
  /** Of the profile, from 1. */
  bend: z.int().min(1),
  direction: z.enum(['up', 'down']),
  /** Between the two flanges when the bend is done. */
  angleDeg: z.number(),
  correctionDeg: z.number(),
  /** From the edge at the backgauge to the bend's middle line, on the flat. */
  gaugeMm: z.number(),
  edge: z.enum(['first', 'last']),
  /** Turned over, or half round, before this step. */
  flipped: z.boolean(),
  turned: z.boolean(),
  lengthMm: z.number(),
  thicknessMm: z.number(),
  material: z.string(),
  toolName: z.string(),
})
export type BrakeStepView = z.infer<typeof brakeStepView>

export const brakeProgramView = z.strictObject({
  sheetId: uuid,
  /** Order and sheet, in letters that any controller has. */
  name: z.string(),
  drawingVersion: z.int(),
  drawingHash: z.string(),
  pieceNo: z.int(),
  hand: z.enum(['left', 'right']).nullable(),
  /** Of this piece of this drawing, from 1: another order, tool or correction is another version. */
  version: z.int().min(1),
  steps: z.array(brakeStepView).min(1),
  /** Of all of the above: what was seen is what is sent. */
  hash: z.string(),
})
export type BrakeProgramView = z.infer<typeof brakeProgramView>

/** What of a program's angles is corrected, and by what. */
export const brakeCorrection = z.strictObject({
  /** Of the profile, from 1. */
  bend: z.int().min(1),
  correctionDeg: z.number(),
  /** The stored one of the same angle, or the two on either side between which it lies. */
  from: z
    .array(
      z.strictObject({
        angleDeg: z.number(),
        correctionDeg: z.number(),
        /** On a bent piece; null: the correction itself was entered. */
        measuredDeg: z.number().nullable(),
        by: z.string().nullable(),
        at: instant,
      }),
    )
    .min(1)
    .max(2),
})
export type BrakeCorrection = z.infer<typeof brakeCorrection>

/** What a person says of a bend's angle. It holds for every bend of the same angle, material, thickness and tool. */
export const givenCorrection = z.discriminatedUnion('kind', [
  /** Between the flanges of a piece that was bent with the loaded program `programId`. */
  z.strictObject({ kind: z.literal('measured'), measuredDeg: z.number(), programId: z.string() }),
  z.strictObject({ kind: z.literal('entered'), correctionDeg: z.number() }),
  z.strictObject({ kind: z.literal('taken_back') }),
])
export type GivenCorrection = z.infer<typeof givenCorrection>

/** A program, or why there is none: `code` is the program's own ('by_hand', 'too_many_steps', …), `params` what belongs in the sentence. */
export const brakePreview = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('program'),
    program: brakeProgramView,
    corrections: z.array(brakeCorrection),
  }),
  z.strictObject({
    kind: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
])
export type BrakePreview = z.infer<typeof brakePreview>

/** Why nothing is ever sent over this link as it is. */
export const brakeReadOnly = z.enum(['no_safe_register', 'not_commissioned', 'no_program_layout'])
export type BrakeReadOnly = z.infer<typeof brakeReadOnly>

export const brakeView = z.strictObject({
  /** As a technician set it; null: this station is linked to no brake, and pieces are counted by hand. */
  link: z
    .strictObject({
      uri: z.string(),
      /** 'modbus-rtu', 'dnc-text', … */
      driver: z.string(),
      /** The controller map's or template's name; null for a driver without one. */
      map: z.string().nullable(),
      /** Who saw the map proven on this machine, and when; null: unverified. */
      commissioned: z.strictObject({ by: z.string(), at: instant }).nullable(),
    })
    .nullable(),
  state: brakeState,
  /** What stands in the way, or what happened last; null while all is as usual. */
  fault: brakeFault.nullable(),
  /** What the controller said of itself; null: nothing yet. */
  identity: z.string().nullable(),
  readOnly: brakeReadOnly.nullable(),
  /** What is being sent, and how far it is. */
  upload: z
    .strictObject({ sheetId: uuid, pieceNo: z.int(), steps: z.int(), phase: z.enum(['sending', 'reading_back']) })
    .nullable(),
  /** What was sent from here and read back; it stays here while the line is down. */
  loaded: z
    .strictObject({
      programId: z.string(),
      sheetId: uuid,
      drawingVersion: z.int(),
      pieceNo: z.int(),
      hand: z.enum(['left', 'right']).nullable(),
      version: z.int(),
      steps: z.int(),
      /** What each bend's angle was corrected by when it was sent. */
      corrections: z.array(z.strictObject({ bend: z.int(), correctionDeg: z.number() })),
      sentAt: instant,
      by: z.string().nullable(),
      /** The line was down or the program was restarted since: nothing is counted until a person says that it is still this job. */
      waitsForPerson: z.boolean(),
      /** Pieces that the controller has made since and that are counted when the person says so; null: not known, or none wait. */
      uncounted: z.int().nullable(),
      /** Pieces counted by the controller for this program, and those of the piece in all against those wanted. */
      counted: z.int(),
      done: z.int(),
      wanted: z.int(),
      /** Of all the sheet's pieces as many as are wanted: the sheet may be marked bent. */
      complete: z.boolean(),
    })
    .nullable(),
  /** What the controller says now; null: not known now, and nothing old is shown in its place. */
  now: z
    .strictObject({
      at: instant,
      running: z.boolean().nullable(),
      safe: z.boolean().nullable(),
      /** Pieces or strokes, as the map says. */
      counter: z.int().nullable(),
      counts: z.enum(['pieces', 'strokes']).nullable(),
    })
    .nullable(),
  alarms: z.array(z.strictObject({ code: z.int(), text: z.string() })),
})
export type BrakeView = z.infer<typeof brakeView>

/** A station without a link. */
export const noBrake: BrakeView = {
  link: null,
  state: 'disconnected',
  fault: null,
  identity: null,
  readOnly: null,
  upload: null,
  loaded: null,
  now: null,
  alarms: [],
}

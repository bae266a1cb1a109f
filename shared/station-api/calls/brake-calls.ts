// The calls about the link to the brake and its programs. Pure.
import * as z from 'zod'
import { brakePreview, brakeView, correctionInput, gaugeCorrectionInput } from '../views/index.ts'
import { noFields, operatorId, shownDrawing, type CallShape } from './call.ts'

export const brakeCalls = {
  'brake.read': {
    purpose: 'Reads the state of the link to the brake; `brake` pushes report each change.',
    in: noFields,
    out: brakeView,
    grant: 'operate',
    automatic: true,
  },
  'brake.preview': {
    purpose: 'Computes the program of one piece for a person to check; sends nothing.',
    in: z.strictObject({ ...shownDrawing, pieceNo: z.int() }),
    out: brakePreview,
    grant: 'operate',
    automatic: true,
  },
  'brake.correct': {
    purpose:
      'Stores the measured angle or the correction of a bend and returns the program as it would be sent now; sends nothing and leaves the loaded program unchanged.',
    in: z.strictObject({ ...shownDrawing, pieceNo: z.int(), bend: z.int(), correction: correctionInput, operatorId }),
    out: brakePreview,
    grant: 'operate',
    automatic: false,
  },
  'brake.correct_gauge': {
    purpose:
      'Stores the measured length of a flange as a correction of the backgauge and returns the program as it would be sent now; sends nothing and leaves the loaded program unchanged.',
    in: z.strictObject({
      ...shownDrawing,
      pieceNo: z.int(),
      flange: z.int(),
      correction: gaugeCorrectionInput,
      operatorId,
    }),
    out: brakePreview,
    grant: 'operate',
    automatic: false,
  },
  'brake.send': {
    purpose:
      'Fetches the sheet, then begins to send the previewed program; refuses another program than `hash`, and an unproven plan unless `notKnownHash` is that of what is not known now. Pushes report the progress.',
    in: z.strictObject({
      ...shownDrawing,
      pieceNo: z.int(),
      hash: z.string().max(128),
      /** `notKnown.hash` of the preview that a person has read and accepted; null: the plan was proven. */
      notKnownHash: z.string().max(128).nullable(),
      operatorId,
      /** A person has read that another station bends or has marked the sheet, and continues. */
      isDespiteOthers: z.boolean().optional(),
    }),
    out: brakeView,
    grant: 'operate',
    automatic: false,
  },
  'brake.cancel': {
    purpose: 'Stops an upload before its next frame.',
    in: noFields,
    out: brakeView,
    grant: 'operate',
    automatic: false,
  },
  'brake.resume': {
    purpose:
      'Confirms, after a lost connection or a restart, that the brake still has this program; the station counts its pieces again.',
    in: z.strictObject({ programId: z.string(), operatorId }),
    out: brakeView,
    grant: 'operate',
    automatic: false,
  },
  'brake.release': {
    purpose: 'Ends counting for the loaded program; writes nothing to the brake.',
    in: z.strictObject({ programId: z.string() }),
    out: brakeView,
    grant: 'operate',
    automatic: false,
  },
  'brake.retry': {
    purpose: 'Opens the connection to the brake now instead of after the pause.',
    in: noFields,
    out: brakeView,
    grant: 'operate',
    automatic: false,
  },
} as const satisfies Record<string, CallShape>

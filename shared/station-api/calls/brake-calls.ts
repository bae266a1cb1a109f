// The calls about the link to the brake and its programs. Pure.
import * as z from 'zod'
import { brakePreview, brakeView, givenCorrection } from '../brake-view.ts'
import { nothing, operatorId, shown, type CallShape } from './call.ts'

export const brakeCalls = {
  /** How the link to the brake stands; `brake` pushes tell how it goes on. */
  'brake.read': { in: nothing, out: brakeView, grant: 'operate' },
  /** The program of one piece, to be looked through before it is sent. Nothing is sent. */
  'brake.preview': {
    in: z.strictObject({ ...shown, pieceNo: z.int() }),
    out: brakePreview,
    grant: 'operate',
  },
  /**
   * Keeps a bend's measured angle, or its correction, and answers with the program as it would be sent now. Nothing is sent, and
   * what is loaded stays as it is.
   */
  'brake.correct': {
    in: z.strictObject({ ...shown, pieceNo: z.int(), bend: z.int(), given: givenCorrection, operatorId }),
    out: brakePreview,
    grant: 'operate',
  },
  /**
   * Sends what was previewed: the sheet is read anew first, and a program that differs from `hash` is refused with
   * `program_changed`. Answers when sending has begun; the pushes tell the rest.
   */
  'brake.send': {
    in: z.strictObject({ ...shown, pieceNo: z.int(), hash: z.string().max(128), operatorId }),
    out: brakeView,
    grant: 'operate',
  },
  /** Stops a sending before its next frame. */
  'brake.cancel': { in: nothing, out: brakeView, grant: 'operate' },
  /** After a lost line or a restart a person says that the brake still has this job: counting goes on. */
  'brake.resume': { in: z.strictObject({ programId: z.string(), operatorId }), out: brakeView, grant: 'operate' },
  /** What is loaded counts no more here; nothing is written to the brake. */
  'brake.let_go': { in: z.strictObject({ programId: z.string() }), out: brakeView, grant: 'operate' },
  /** Opens the line now instead of after the pause. */
  'brake.retry': { in: nothing, out: brakeView, grant: 'operate' },
} as const satisfies Record<string, CallShape>

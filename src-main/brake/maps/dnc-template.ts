// A controller that takes programs as text: over a line, or out of a folder. One file a controller, strict, written by the workshop's
// own technician: no maker publishes one. Pure; zod alone.
import * as z from 'zod'
import { readWorkshopFile } from '../../../shared/workshop-files/index.ts'
import type { WorkshopFile } from '../../../shared/workshop-files/index.ts'
import { programText } from './text-template.ts'

/** A few 7-bit characters, control characters too: ENQ is "\u0005" in JSON, ACK "\u0006", NAK "\u0015", ETX "\u0003". */
const characters = z
  .string()
  .max(40)
  .refine((text) => codesOf(text).every((code) => code > 0 && code < 0x7f), '7-bit characters only')
  .refine((text) => codesOf(text).every((code) => code !== 0x11 && code !== 0x13), 'XON and XOFF are the line’s own')

const codesOf = (text: string): number[] => Array.from(text, (_, index) => text.charCodeAt(index))

/** A question: what is sent, as it is, and nothing in it may change anything at the controller. */
const question = characters.min(1)

/** What comes back for one: a control character, or a line without its end. */
const answer = characters.min(1)

const counts = z
  .strictObject({
    ask: question,
    /** What stands before the number in the answer. */
    begins: characters,
    counts: z.enum(['pieces', 'strokes']),
    /** Null: one for each step of the program. */
    strokesPerPiece: z.int().min(1).nullable(),
  })
  .refine(({ counts: what, strokesPerPiece }) => what === 'strokes' || strokesPerPiece === 1, {
    path: ['strokesPerPiece'],
    message: 'must be 1 where pieces are counted',
  })

export const dncTemplate = z.strictObject({
  kind: z.literal('dnc-text'),
  name: z.string().min(1),
  source: z.string().min(1),
  /** Until a technician has proven it on a machine; what was proven is kept beside, never here. */
  unverified: z.literal(true),
  text: programText,
  /** Sent before the first line and after the last: STX and ETX, or nothing. */
  start: characters,
  end: characters,
  /** How long the controller may take to answer, or to let go on after XOFF. */
  answerMs: z.int().min(50).max(30_000),
  /**
   * How the controller says that it is set to receive and stands still. By answer: it is asked before each line, and what it says
   * is `is` or `running`, or anything else, which is not safe. By XON: it sends XON for each line that it will take. Null: it
   * does not say, and nothing is ever sent to it.
   */
  safe: z
    .discriminatedUnion('by', [
      z.strictObject({
        by: z.literal('answer'),
        ask: question,
        is: z.array(answer).min(1).max(5),
        running: z.array(answer).max(5),
      }),
      z.strictObject({ by: z.literal('xon') }),
    ])
    .nullable(),
  /** The program is asked for; it ends with `last`. Null: it cannot be read back, and a person compares it at the controller. */
  readBack: z.strictObject({ ask: question, last: answer }).nullable(),
  counter: counts.nullable(),
  /** One line with the alarm's number, 0 for none. */
  alarms: z
    .strictObject({ ask: question, begins: characters, words: z.record(z.string().regex(/^\d{1,5}$/), z.string()) })
    .nullable(),
})
export type DncTemplate = z.infer<typeof dncTemplate>

/**
 * A controller that takes programs out of a folder. `aPersonLoads` is the technician's word that a file in it changes nothing at
 * the machine until a person there opens it: one that loads by itself what it finds must not be linked in this way.
 */
export const fileDropTemplate = z.strictObject({
  kind: z.literal('file-drop'),
  name: z.string().min(1),
  source: z.string().min(1),
  unverified: z.literal(true),
  aPersonLoads: z.literal(true),
  text: programText,
  /** Without the dot. */
  extension: z.string().regex(/^[a-zA-Z0-9]{1,8}$/, '1 to 8 letters or digits'),
})
export type FileDropTemplate = z.infer<typeof fileDropTemplate>

/** Every place that is wrong is named, with its line and field. */
export const readDncTemplate = (text: string): WorkshopFile<DncTemplate> => readWorkshopFile(text, dncTemplate)

/** The same. */
export const readFileDropTemplate = (text: string): WorkshopFile<FileDropTemplate> =>
  readWorkshopFile(text, fileDropTemplate)

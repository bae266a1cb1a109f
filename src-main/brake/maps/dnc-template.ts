// The template of a controller that takes programs as text, over a connection or from a folder: one file for each controller, written by
// the workshop's technician, because makers publish no such template. Pure.
import * as z from 'zod'
import { readWorkshopFile } from '../../../shared/workshop-files/index.ts'
import type { WorkshopFile } from '../../../shared/workshop-files/index.ts'
import { programText } from './text-template.ts'

/** A few 7-bit characters, including control characters: ENQ is "\u0005" in JSON, ACK "\u0006", NAK "\u0015", ETX "\u0003". */
const characters = z
  .string()
  .max(40)
  .refine((text) => codesOf(text).every((code) => code > 0 && code < 0x7f), '7-bit characters only')
  .refine(
    (text) => codesOf(text).every((code) => code !== 0x11 && code !== 0x13),
    'XON and XOFF are reserved for flow control',
  )

const codesOf = (text: string): number[] => Array.from(text, (_, index) => text.charCodeAt(index))

/** A question, which is sent unchanged. It must not change anything at the controller. */
const question = characters.min(1)

/** The answer to a question: a control character, or a line without its end. */
const answer = characters.min(1)

const counter = z
  .strictObject({
    ask: question,
    /** The text before the number in the answer. */
    begins: characters,
    counts: z.enum(['pieces', 'strokes']),
    /** Null: one for each step of the program. */
    strokesPerPiece: z.int().min(1).nullable(),
  })
  .refine(({ counts, strokesPerPiece }) => counts === 'strokes' || strokesPerPiece === 1, {
    path: ['strokesPerPiece'],
    message: 'must be 1 if pieces are counted',
  })

const dncTemplate = z.strictObject({
  kind: z.literal('dnc-text'),
  name: z.string().min(1),
  source: z.string().min(1),
  /** Always true: proofs on a machine are stored outside this file. */
  unverified: z.literal(true),
  text: programText,
  /** Sent before the first line and after the last: STX and ETX, or nothing. */
  start: characters,
  end: characters,
  /** How long the controller may take to answer, or to send XON after XOFF. */
  answerMs: z.int().min(50).max(30_000),
  /**
   * How the controller reports that it is set to receive and stands still. 'answer': before each line it is asked; `is` are the safe
   * answers, `running` those of a running machine, and every other answer is not safe. 'xon': it sends XON for each line that it
   * accepts. Null: it does not report it, and nothing is ever sent to it.
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
  /** The question for the program, and the last line of its answer. Null: the program cannot be read back, and a person compares it at the controller. */
  readBack: z.strictObject({ ask: question, last: answer }).nullable(),
  counter: counter.nullable(),
  /** The answer is one line with the step that comes next or is made, counted from 1; 0 for none. */
  step: z.strictObject({ ask: question, begins: characters }).nullable().default(null),
  /** The answer is one line with the alarm's number, 0 for none. */
  alarms: z
    .strictObject({ ask: question, begins: characters, words: z.record(z.string().regex(/^\d{1,5}$/), z.string()) })
    .nullable(),
})
export type DncTemplate = z.infer<typeof dncTemplate>

/**
 * A controller that takes programs from a folder. With `aPersonLoads` the technician confirms that a file in the folder changes nothing
 * at the machine until a person opens it there. A controller that loads files automatically must not be connected in this way.
 */
const fileDropTemplate = z.strictObject({
  kind: z.literal('file-drop'),
  name: z.string().min(1),
  source: z.string().min(1),
  unverified: z.literal(true),
  aPersonLoads: z.literal(true),
  text: programText,
  /** The extension without its dot. */
  extension: z.string().regex(/^[a-zA-Z0-9]{1,8}$/, '1 to 8 letters or digits'),
})
export type FileDropTemplate = z.infer<typeof fileDropTemplate>

/** The error lists every invalid place with its line and field. */
export const readDncTemplate = (text: string): WorkshopFile<DncTemplate> => readWorkshopFile(text, dncTemplate)

/** The error lists every invalid place with its line and field. */
export const readFileDropTemplate = (text: string): WorkshopFile<FileDropTemplate> =>
  readWorkshopFile(text, fileDropTemplate)

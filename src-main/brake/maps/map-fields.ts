// The schema of a Modbus controller's map: its registers, their meaning, and the place of a program. Checks each field on its own. Pure.
import * as z from 'zod'
import { maxCount } from '../protocol/index.ts'
import { address, readCode, register, valueFields, writeCode } from './register.ts'

const name = z.string().min(1)

/** A condition that is true if a register has one of these raw values. */
const condition = z.strictObject({
  register: name,
  /** The bits that are compared, as a number. Omitted: the whole register. */
  mask: z.int().min(1).max(0xffff_ffff).optional(),
  values: z.array(z.int()).min(1),
})

/** The values of a step that a controller may have a register for. */
export const stepFieldNames = [
  'stepNo',
  'bend',
  /** The included angle; the file format uses this name. */
  'angleDeg',
  /** If it has no register of its own, it is added to the angle. */
  'correctionDeg',
  'gaugeMm',
  'lengthMm',
  'thicknessMm',
  /** 0 up, 1 down. */
  'direction',
  /** The flange whose edge is at the gauge: 0 the first, 1 the last. */
  'edge',
  'flipped',
  'turned',
  /** A number from `codes`. */
  'material',
  /** The id of the die or hemming tool, and of the punch; each a number from `codes`. */
  'tool',
  'punch',
  /** 0 a bend, 1 the first bend of a hem, 2 flattening a hem, 3 one stroke of a bump. Without it, no hem is sent, and a stroke of a bump is a bend. */
  'kind',
  /** 0 face A, 1 face B. */
  'faceUp',
  'punchTurned',
  /** Counted from 1. */
  'station',
  /** Counted from 1. Before a step whose number differs from that of the step before it, the operator changes the tools on the table. */
  'setUp',
  'strokes',
  'gaugeLevelMm',
  'retractMm',
  /** The angle by which the machine turns the sheet further. */
  'springbackDeg',
] as const
/** The fields whose values are numbers from `codes`. */
export const codedFieldNames: readonly string[] = ['material', 'tool', 'punch']
export type StepFieldName = (typeof stepFieldNames)[number]

const stepField = z.strictObject({
  /** The distance from the first address of the step. */
  offset: z.int().min(0),
  ...valueFields,
  /** Only for `material`, `tool` and `punch`: the controller's number for each name. */
  codes: z.record(z.string(), z.number()).optional(),
  /** Only for `angleDeg`: the range of the angle of a flattening. Omitted: that of every other angle. */
  flatten: z.strictObject({ least: z.number(), greatest: z.number() }).optional(),
  /** Only for `springbackDeg`: what is written where it is not known. Omitted: a program with such a step is refused. */
  unknown: z.number().optional(),
})
export type StepField = z.infer<typeof stepField>

const program = z.strictObject({
  /** The name of the writable register with the number of used steps. */
  stepCount: name,
  steps: z.strictObject({
    /** The first address of step 1. */
    first: address,
    /** The distance from one step to the next. */
    stride: z.int().min(1).max(1_000),
    /** The number of steps in the table. */
    room: z.int().min(1).max(100),
    read: readCode,
    write: writeCode,
    fields: z.partialRecord(z.enum(stepFieldNames), stepField),
  }),
})

export const mapFields = z.strictObject({
  kind: z.enum(['modbus-rtu', 'modbus-tcp']),
  name,
  /** The author of the map, and its source. */
  source: name,
  /** True until the commissioning check has passed on this machine and a person has confirmed it. */
  unverified: z.boolean(),
  /** Over TCP, a controller without units may need 0 or 255. On a serial line, 0 is a broadcast and 255 is reserved. */
  unit: z.int().min(0).max(255),
  /** How long the controller may take to answer. */
  answerWithinMs: z.int().min(10).max(10_000).default(500),
  wordOrder: z.enum(['high_first', 'low_first']).default('high_first'),
  /** The greatest number of registers in one frame, if the controller accepts less than the protocol allows. */
  mostPerFrame: z
    .strictObject({ read: z.int().min(2).max(maxCount[3]), write: z.int().min(2).max(maxCount[16]) })
    .default({ read: maxCount[3], write: maxCount[16] }),
  registers: z.record(z.string(), register),
  /** Omitted: nothing is ever written. */
  safe: condition.optional(),
  /** Omitted: a machine in its safe state does not run. */
  running: condition.optional(),
  /** The register and the value that make the controller load the written program, and do nothing else. */
  trigger: z.strictObject({ register: name, value: z.int() }).optional(),
  counter: z
    .strictObject({
      register: name,
      counts: z.enum(['pieces', 'strokes']),
      /** Only for strokes. Omitted: one for each step of the program. */
      strokesPerPiece: z.int().min(1).max(100).optional(),
    })
    .optional(),
  /** The step of the loaded program that comes next or is made, counted from 1; 0 for none. */
  step: z.strictObject({ register: name }).optional(),
  alarms: z
    .strictObject({
      register: name,
      /** 'number': the number of one alarm, 0 for none. 'bits': one bit for each alarm, numbered from 0. */
      as: z.enum(['number', 'bits']),
      /** The text of the controller's handbook for each number. */
      texts: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
    })
    .optional(),
  program: program.optional(),
})
export type ControllerMap = z.infer<typeof mapFields>

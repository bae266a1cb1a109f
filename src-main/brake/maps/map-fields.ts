// The fields of a Modbus controller's map: its registers, what they mean, and where a program goes; each field on its own. Pure; zod alone.
import * as z from 'zod'
import { mostOf } from '../protocol/modbus-pdu.ts'
import { address, readCode, register, valueFields, writeCode } from './register.ts'

const name = z.string().min(1)

/** A register that says by one of its raw values that something is so. */
const condition = z.strictObject({
  register: name,
  /** The bits that count, as a number; left out: the whole register. */
  mask: z.int().min(1).max(0xffff_ffff).optional(),
  values: z.array(z.int()).min(1),
})

/** What of a step a controller may have a place for. */
export const stepFieldNames = [
  'stepNo',
  'bend',
  /** The included angle: the map's file format calls it so. */
  'angleDeg',
  /** Without a place of its own it is added to the angle. */
  'correctionDeg',
  'gaugeMm',
  'lengthMm',
  'thicknessMm',
  /** 0 up, 1 down. */
  'direction',
  /** 0 the first flange's at the gauge, 1 the last's. */
  'edge',
  'flipped',
  'turned',
  /** By `codes`. */
  'material',
] as const
export type StepFieldName = (typeof stepFieldNames)[number]

const stepField = z.strictObject({
  /** Addresses behind the step's first. */
  offset: z.int().min(0),
  ...valueFields,
  /** Of `material` alone: the controller's number for each material of the service. */
  codes: z.record(z.string(), z.number()).optional(),
})
export type StepField = z.infer<typeof stepField>

const program = z.strictObject({
  /** The register that says how many steps of the table count; writable. */
  stepCount: name,
  steps: z.strictObject({
    /** Address of step 1. */
    first: address,
    /** From one step to the next. */
    stride: z.int().min(1).max(1_000),
    /** How many the table has. */
    room: z.int().min(1).max(100),
    read: readCode,
    write: writeCode,
    fields: z.partialRecord(z.enum(stepFieldNames), stepField),
  }),
})

export const mapFields = z.strictObject({
  kind: z.enum(['modbus-rtu', 'modbus-tcp']),
  name,
  /** Who wrote it down, from what. */
  source: name,
  /** True until the commissioning check has passed on this machine and a person has confirmed it. */
  unverified: z.boolean(),
  /** Over TCP a controller without units behind it may want 0 or 255; on a serial line 0 is everybody and 255 nobody. */
  unit: z.int().min(0).max(255),
  /** How long the controller may think about an answer. */
  answerWithinMs: z.int().min(10).max(10_000).default(500),
  wordOrder: z.enum(['high_first', 'low_first']).default('high_first'),
  /** The most that this controller takes in one frame, where it is less than the protocol's. */
  mostPerFrame: z
    .strictObject({ read: z.int().min(2).max(mostOf[3]), write: z.int().min(2).max(mostOf[16]) })
    .default({ read: mostOf[3], write: mostOf[16] }),
  registers: z.record(z.string(), register),
  /** Left out: nothing is ever written. */
  safe: condition.optional(),
  /** Left out: what is safe does not run. */
  running: condition.optional(),
  /** What asks the controller to load the program that was written, and nothing else. */
  trigger: z.strictObject({ register: name, value: z.int() }).optional(),
  counter: z
    .strictObject({
      register: name,
      counts: z.enum(['pieces', 'strokes']),
      /** Of strokes alone; left out: one for each step of the program. */
      strokesPerPiece: z.int().min(1).max(100).optional(),
    })
    .optional(),
  alarms: z
    .strictObject({
      register: name,
      /** One alarm's number, 0 for none, or a bit for each, numbered from 0. */
      as: z.enum(['number', 'bits']),
      /** By number: the words of the controller's own handbook. */
      texts: z.record(z.string().regex(/^\d+$/), z.string()).default({}),
    })
    .optional(),
  program: program.optional(),
})
export type ControllerMap = z.infer<typeof mapFields>

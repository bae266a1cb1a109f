// What the stations of a workshop share: facts, each written once by one station and never changed. The short names keep a fact under 200
// bytes on the wire. The schemas validate facts that other stations sent. Pure.
import * as z from 'zod'
import { isPlainText } from '../base/plain-text.ts'
import { isValidCorrection, isValidGaugeCorrection } from '../bending/index.ts'
import { split } from '../planning/split.ts'
import { machineTimes } from '../planning/work-time.ts'
import { day, uuid } from '../workshop-api/index.ts'

/** The first 16 hexadecimal digits of the fingerprint of a station's certificate. */
export const stationId = z.string().regex(/^[0-9a-f]{16}$/)
/** `YYYY-MM-DD` of a working day, or `permanent`: the document that has the fact. */
export const documentName = z.union([day, z.literal('permanent')])
/** Identifies a fact: the letter of its kind and a hash of the row that it mirrors, so that mirroring a row twice is one fact. */
export const factKey = z.string().regex(/^[a-z][\w-]{16,48}$/)

const text = z.string().max(300)
const moment = z.int().min(0).max(8_640_000_000_000_000)
/** The first 8 characters of a drawing's hash. */
const draw = z.string().max(8)
const common = {
  /** The version of the kind. */
  v: z.int().min(1),
  /** The station whose row it mirrors. */
  from: stationId,
  /** Milliseconds since 1970 by that station's clock; for a plan, by the hybrid clock. */
  time: moment,
  /** The initials of the operator. */
  by: text.optional(),
}
const version1 = { ...common, v: z.literal(1) }

const pieceFact = z.object({
  ...version1,
  kind: z.literal('piece'),
  sheet: uuid,
  draw,
  /** The sheet's rework count. */
  rw: z.int().min(0),
  /** The piece number. */
  no: z.int().min(1),
  /** `takeover`: counted by another station before, so it is in no sum. */
  as: z.enum(['good', 'test', 'scrap', 'rebend', 'takeover']),
  /** Pieces; below zero where a person corrected the count. */
  n: z.int().min(-100_000).max(100_000),
})

/** The highest step of a mark. */
export const maxMarkStep = 1_000_000

const markFact = z.object({
  ...version1,
  kind: z.literal('mark'),
  sheet: uuid,
  rw: z.int().min(0),
  /** The mark's own id. */
  mark: z.string().max(40),
  /** A state of the outbox; a newer program may have others. */
  state: z.string().max(20),
  why: z.string().max(40).optional(),
  pieces: z.int().min(0),
  /** When the sheet was marked, ms since 1970. */
  at: moment,
  /** Higher for each later state of the mark, because the clock may be set back; absent: an older program wrote the fact. */
  step: z.int().min(1).max(maxMarkStep).optional(),
})

const stopFact = z.object({
  ...version1,
  kind: z.literal('stop'),
  sheet: uuid,
  /** The id of the report. */
  stop: z.string().max(40),
  /** The version of the reported drawing. */
  dv: z.int().nullable(),
  why: z.string().max(40),
  text: text.optional(),
})

/** Ends a stop, whichever station reported it. */
const releaseFact = z.object({
  ...version1,
  kind: z.literal('release'),
  sheet: uuid,
  stop: z.string().max(40),
  /** Absent: a newer drawing replaced the reported one. */
  why: text.optional(),
})

/** A supervisor permits work before the customer has answered. */
const overrideFact = z.object({
  ...version1,
  kind: z.literal('override'),
  sheet: uuid,
  draw,
  why: text,
})

const planFact = z.object({
  ...version1,
  kind: z.literal('plan'),
  sheet: uuid,
  date: day,
  /** The whole hash of the drawing for which it was planned. */
  hash: z.string().max(64),
  dv: z.int(),
  machine: z.string().max(200).nullable(),
  rank: z.number().nullable(),
  pin: z.boolean(),
  split: split.nullable(),
  /** The key of the choice that its planner saw and replaced. */
  over: factKey.optional(),
})

/** Identifies a hand-over at all stations. */
const handOverNonce = z.string().regex(/^[0-9a-f]{10}$/)

/** Hands the counts of a sheet to one station. See `hand-overs.ts`. */
const handOverFact = z.object({
  ...version1,
  kind: z.literal('handover'),
  sheet: uuid,
  to: stationId,
  nonce: handOverNonce,
  /** The text that a hand-over by code shows as a QR code. */
  code: z.string().max(2_000),
})

/** The sender takes a hand-over back. Has no effect where the receiver took it over. */
const handBackFact = z.object({ ...version1, kind: z.literal('handback'), sheet: uuid, nonce: handOverNonce })

/** The receiver booked the pieces of a hand-over. */
const takeOverFact = z.object({ ...version1, kind: z.literal('takeover'), sheet: uuid, nonce: handOverNonce })

/** An operator after a change at `from`. */
const operatorFact = z.object({
  ...version1,
  kind: z.literal('operator'),
  id: z.string().max(100),
  initials: z.string().min(1).max(100).refine(isPlainText),
  active: z.boolean(),
})

/** What a correction is valid for. Absent: null in the ledger's row. */
const correctedBend = {
  /** The service's id of the machine. */
  brake: uuid,
  mat: text,
  mm: z.number().positive().max(100),
  tool: text,
  punch: text.optional(),
  vMm: z.number().positive().max(1_000).optional(),
  /** The radius of the punch, and of a bump row, mm. */
  pr: z.number().min(0).max(1_000).optional(),
  br: z.number().positive().max(10_000).optional(),
  /** The included angle of the finished bend. */
  deg: z.number().min(0).max(180),
}

/** Corrects the angle of a bend at a machine. */
const correctionFact = z
  .object({
    ...version1,
    kind: z.literal('correction'),
    ...correctedBend,
    /** Degrees; absent: the correction was taken back. */
    corr: z.number().optional(),
    /** The measured angle; absent: the correction itself was entered. */
    measured: z.number().min(0).max(360).optional(),
  })
  .refine(({ deg, corr }) => corr === undefined || isValidCorrection(deg, corr), { path: ['corr'] })

/** Corrects the backgauge of a machine by a measured flange. */
const gaugeFact = z.object({
  ...version1,
  kind: z.literal('gauge'),
  ...correctedBend,
  place: z.enum(['end', 'inner']),
  /** mm; absent: the correction was taken back. */
  corr: z.number().refine(isValidGaugeCorrection).optional(),
  /** The length of the flange, as drawn and as measured, mm. */
  drawn: z.number().positive().max(100_000),
  measured: z.number().positive().max(100_000).optional(),
})

/** The service's id of a machine, or the name of one that the service does not know. */
const machine = z.string().min(1).max(200)

/** How long the steps of a machine take. */
const timesFact = z.object({
  ...version1,
  kind: z.literal('times'),
  machine,
  /** Fields of a newer program are left out. Null: the default. */
  times: z.object(machineTimes.shape).nullable(),
})

/** The minutes of work in a machine's day. */
const shiftFact = z.object({
  ...version1,
  kind: z.literal('shift'),
  machine,
  /** Null: the default. */
  min: z.number().min(1).max(1_440).nullable(),
})

/** The station read the list of a day from the service. */
const dayFact = z.object({ ...version1, kind: z.literal('day'), date: day })

const base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/=]*$/)
  .max(4_000)

/** A technician at `from` compared the digits of another station and confirmed it. Signed, because it gives trust. */
export const memberFact = z.object({
  ...version1,
  kind: z.literal('member'),
  /** The DER certificates of both stations. */
  certificate: base64,
  issuer: base64,
  name: z.string().max(100),
  signature: base64,
})

/** A technician at `from` revoked a station permanently. Signed. */
export const revocationFact = z.object({
  ...version1,
  kind: z.literal('revoked'),
  /** SHA-256 of the DER certificate, 64 hexadecimal digits. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  issuer: base64,
  signature: base64,
})

const knownFact = z.discriminatedUnion('kind', [
  pieceFact,
  markFact,
  stopFact,
  releaseFact,
  overrideFact,
  planFact,
  handOverFact,
  handBackFact,
  takeOverFact,
  operatorFact,
  correctionFact,
  gaugeFact,
  timesFact,
  shiftFact,
  dayFact,
  memberFact,
  revocationFact,
])
export type Fact = z.infer<typeof knownFact>
export type FactKind = Fact['kind']
export type FactOf<Kind extends FactKind> = Extract<Fact, { kind: Kind }>

/** A fact of a newer program: kept and passed on, never shown. */
const unknownFact = z.looseObject({ ...common, kind: z.string().regex(/^[a-z][a-z_]{0,19}$/) })
type UnknownFact = z.infer<typeof unknownFact>

/** The most bytes of a fact's JSON text. */
const maxFactBytes = 8_192

export type ReadFact = { is: 'known'; fact: Fact } | { is: 'unknown'; fact: UnknownFact } | { is: 'bad'; why: string }

/** Reads a fact of another station as any other input. A known kind of a known version must be exact; everything else is kept as it is. */
export function readFact(value: unknown): ReadFact {
  const shape = unknownFact.safeParse(value)
  if (!shape.success) return { is: 'bad', why: 'it is not a fact' }
  if (JSON.stringify(value).length > maxFactBytes) return { is: 'bad', why: `it has more than ${maxFactBytes} bytes` }
  const isNewer = shape.data.v > 1 || !kinds.has(shape.data.kind)
  if (isNewer) return { is: 'unknown', fact: shape.data }
  const parsed = knownFact.safeParse(value)
  if (parsed.success) return { is: 'known', fact: parsed.data }
  const [issue] = parsed.error.issues
  return { is: 'bad', why: `${shape.data.kind}: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}` }
}

const kinds: ReadonlySet<string> = new Set(knownFact.options.map((option) => option.shape.kind.value))

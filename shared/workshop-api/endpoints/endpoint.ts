// What an operation of the service is to the table, and what most of them have in common.
import * as z from 'zod'
import type { KeyKind, ModuleName, Scope } from '../access.ts'
import type { ErrorCode } from '../errors.ts'
import type { CallClass } from '../limits.ts'
import { sentUuid } from '../scalars.ts'

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH'
  /** Relative to the base address; parameters in braces. */
  path: string
  class: CallClass
  /** Null: any key may. */
  scope: Scope | null
  kinds: readonly KeyKind[]
  /** Modules that must be on for the workshop, looked at one after the other before anything is read. */
  modules: readonly ModuleName[]
  /** Whose calls need the modules: a kind of key that is not here is served without. */
  modulesFor: readonly KeyKind[]
  idempotencyKey: 'required' | 'honoured' | 'ignored'
  ifMatch: boolean
  params: z.ZodObject
  query: z.ZodObject
  /** Null: no body is read. Of a form, each part is a member, a file as what it can be found by. */
  body: z.ZodType | null
  bodyMedia: 'application/json' | 'multipart/form-data'
  status: 200 | 201
  /** The answer has an `ETag`, and to whoever has it already is 304. */
  etag: boolean
  /** The JSON answer; null where the answer is a file. */
  answer: z.ZodType | null
  /** Media types of the answer, the usual one first. */
  media: readonly string[]
  /** What it alone can refuse, besides what follows from the members above. */
  errors: readonly ErrorCode[]
  /** Each 201 counts against the new orders of the day. */
  makesOrder: boolean
  assumed: boolean
}

export const nothing = z.object({})
export const byId = z.object({ id: sentUuid })
export const byNumber = z.object({ number: z.string().min(1) })

export const paging = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(25),
  cursor: z.string().min(1).optional(),
}

export const bothKinds: readonly KeyKind[] = ['workshop', 'customer']

/** A reading call; the table says of each operation where it differs. */
export const reading = {
  method: 'GET',
  class: 'read',
  kinds: bothKinds,
  modules: [],
  modulesFor: bothKinds,
  idempotencyKey: 'ignored',
  ifMatch: false,
  params: nothing,
  query: nothing,
  body: null,
  bodyMedia: 'application/json',
  status: 200,
  etag: false,
  media: ['application/json'],
  errors: [],
  makesOrder: false,
  assumed: false,
} as const

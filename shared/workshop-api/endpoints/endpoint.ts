// The shape of an endpoint, and the values that most endpoints share. Pure.
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
  /** Modules that must be active for the workshop, checked in this order before any data is read. */
  modules: readonly ModuleName[]
  /** The kinds of key whose calls need the modules. */
  modulesFor: readonly KeyKind[]
  idempotencyKey: 'required' | 'honoured' | 'ignored'
  ifMatch: boolean
  params: z.ZodObject
  query: z.ZodObject
  /** Null: no body. In a form, each part is a member; a file is a reference to its stored bytes. */
  body: z.ZodType | null
  bodyMedia: 'application/json' | 'multipart/form-data'
  status: 200 | 201
  /** The answer has an `ETag`; a caller that sends the same one gets 304. */
  etag: boolean
  /** The schema of the JSON body of the response; null: the response is a file. */
  response: z.ZodType | null
  /** Media types of the answer, the default first. */
  media: readonly string[]
  /** The errors of this operation, besides those that follow from the members above. */
  errors: readonly ErrorCode[]
  /** Each 201 counts against the limit of new orders per day. */
  makesOrder: boolean
  /** The specification shows no path for this operation: the path is our decision. */
  assumed: boolean
}

const nothing = z.object({})
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

const bothKinds: readonly KeyKind[] = ['workshop', 'customer']

/** The defaults of a call that reads. Each endpoint overrides what differs. */
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

/** The defaults of a call that changes something. */
export const writing = { ...reading, method: 'POST', class: 'write' } as const

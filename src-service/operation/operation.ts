// The type of an operation: it receives a checked call and returns an answer. The base path of all operations.
import type * as z from 'zod'
import type { EndpointName, endpoints } from '../../shared/workshop-api/index.ts'
import type { AccessScope, ApiKey } from '../keys/index.ts'

/** The path from which the paths of the operations start. */
export const basePath = '/api/v1'

export interface Call<Name extends EndpointName> {
  key: ApiKey
  accessScope: AccessScope
  nowMs: number
  /** The origin for addresses in the answer, as `https://host`. */
  origin: () => string
  params: z.infer<(typeof endpoints)[Name]['params']>
  query: z.infer<(typeof endpoints)[Name]['query']>
  body: (typeof endpoints)[Name]['body'] extends z.ZodType ? z.infer<(typeof endpoints)[Name]['body']> : undefined
  /** The version that the caller changes. */
  ifMatch: (typeof endpoints)[Name]['ifMatch'] extends true ? number : undefined
}

export interface Answer {
  body: string | Uint8Array
  /** Default: the first of the endpoint's media types. */
  contentType?: string
  fileName?: string
  /** The path of the created resource. */
  location?: string
}

export type Operation<Name extends EndpointName> = (call: Call<Name>) => Answer | Promise<Answer>
export type Operations = { [Name in EndpointName]: Operation<Name> }

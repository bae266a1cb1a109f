// What an operation is to the pipeline: a checked call in, an answer out.
import type * as z from 'zod'
import type { EndpointName, endpoints } from '../../shared/workshop-api/index.ts'
import type { ApiKey, Reach } from '../keys/key-ring.ts'

export interface Call<Name extends EndpointName> {
  key: ApiKey
  reach: Reach
  nowMs: number
  /** Where the caller has reached the service, as `https://host`. */
  origin: () => string
  params: z.infer<(typeof endpoints)[Name]['params']>
  query: z.infer<(typeof endpoints)[Name]['query']>
  body: (typeof endpoints)[Name]['body'] extends z.ZodType ? z.infer<(typeof endpoints)[Name]['body']> : undefined
  /** The version that the change was made to. */
  ifMatch: (typeof endpoints)[Name]['ifMatch'] extends true ? number : undefined
}

export interface Answer {
  body: string | Uint8Array
  /** Left out, the first of the endpoint's media types. */
  contentType?: string
  fileName?: string
  /** Where what was made is found, as a path. */
  location?: string
}

export type Operation<Name extends EndpointName> = (call: Call<Name>) => Answer | Promise<Answer>
export type Operations = { [Name in EndpointName]: Operation<Name> }

// The type of a route outside the operations: it needs no key.
import type { Readable } from 'node:stream'
import type { Answer } from './operation.ts'

export interface OpenRoute {
  /** The path from the root, with `:name` for parameters. */
  path: string
  /** Default: GET. */
  method?: 'GET' | 'POST'
  /** Throws a `Failure` for a call that it refuses. */
  answer: (call: OpenCall) => OpenAnswer | Promise<OpenAnswer>
}

interface OpenCall {
  params: unknown
  query: unknown
  /** The fields of a form as text for `URLSearchParams`, or undefined. */
  body: unknown
  /** The caller's address. */
  ip: string
}

/** An answer, or a stream with its length in bytes. */
export type OpenAnswer = (Answer | (Omit<Answer, 'body'> & { body: Readable; bytes: number })) & {
  /** Default: 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
}

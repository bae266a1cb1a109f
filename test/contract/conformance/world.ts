// The service under test, accessed only over HTTP. Every answer is checked for the headers and the error body of parts 7 and 8. To test
// another implementation, set KANT_CONFORMANCE_BASE, its keys in KANT_CONFORMANCE_KEY (a test key of a workshop), _CUSTOMER_KEY,
// _OTHER_CUSTOMER_KEY and _LIVE_KEY, and in KANT_CONFORMANCE_DRIVER a module that exports `driver`. Then use --no-file-parallelism, because
// all files share that service.
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Driver } from './driver.ts'
import { ownService } from './own-service.ts'
import * as reading from './readings.ts'

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  /** Null: the answer is not JSON. */
  json: unknown
}

export interface Sent {
  /** Null: no Authorization header. */
  key?: string | null
  /** A JSON value; text and bytes are sent unchanged. */
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

export interface World {
  base: string
  key: string
  driver: Driver | null
  /** Makes a call and repeats it after a 429. */
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>
  /** Makes a call once, whatever the answer. */
  once: (method: string, path: string, sent?: Sent) => Promise<Answer>
  close: () => Promise<void>
}

export const setting = (name: string): string | undefined => process.env[`KANT_CONFORMANCE_${name}`]

const driverModule = z.object({ driver: z.custom<Driver>((value) => typeof value === 'object' && value !== null) })

/** The service with a sandbox's test key or with a live key. Null: the other implementation has no such key. */
export async function openWorld(kind: 'sandbox' | 'live'): Promise<World | null> {
  const base = setting('BASE')
  if (base === undefined) {
    const subject = await ownService(kind)
    return worldOver({ base: subject.base, key: subject.key, driver: subject.driver }, subject.close)
  }
  const key = setting(kind === 'live' ? 'LIVE_KEY' : 'KEY')
  const module = setting('DRIVER')
  const driver = module === undefined ? null : driverModule.parse(await import(module)).driver
  return key === undefined ? null : worldOver({ base, key, driver }, async () => {})
}

function worldOver(subject: Pick<World, 'base' | 'key' | 'driver'>, close: () => Promise<void>): World {
  const world: World = {
    ...subject,
    close,
    once: async (method, path, sent = {}) => {
      const answer = await fetchAnswer(world, method, path, sent)
      checkCommonParts(answer)
      return answer
    },
    call: async (method, path, sent = {}) => {
      for (let tries = 0; ; tries += 1) {
        const answer = await world.once(method, path, sent)
        if (answer.status !== 429 || tries === 3) return answer
        const seconds = Number(answer.headers.get('retry-after'))
        if (world.driver === null) await after(seconds * 1000)
        else await world.driver.advance(seconds)
      }
    },
  }
  return world
}

async function fetchAnswer(world: World, method: string, path: string, sent: Sent): Promise<Answer> {
  const { key = world.key, body, form, headers = {} } = sent
  const json = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const response = await fetch(path.startsWith('http') ? path : world.base + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form === undefined ? (json === undefined ? {} : { body: Buffer.from(json) }) : { body: form }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return { status: response.status, headers: response.headers, bytes, json: isJson ? JSON.parse(String(bytes)) : null }
}

function checkCommonParts({ status, headers, json }: Answer): void {
  expect(headers.get('x-request-id'), 'X-Request-Id').toMatch(/^req_/)
  for (const name of ['Limit', 'Remaining', 'Reset']) {
    expect(headers.get(`x-ratelimit-${name}`), `X-RateLimit-${name}`).toMatch(/^\d+$/)
  }
  if (status < 400) return
  const { error } = reading.error.parse(json)
  expect(error.requestId).toBe(headers.get('x-request-id'))
  expect(error.retryAfterSeconds !== undefined).toBe(status === 429)
  if (status === 429) expect(headers.get('retry-after')).toBe(String(error.retryAfterSeconds))
}

export const errorOf = (answer: Answer) => reading.error.parse(answer.json).error
/** Status and code in one string. */
export const refusalOf = (answer: Answer): string => `${answer.status} ${errorOf(answer).code}`
export const orderOf = (answer: Answer) => reading.order.parse(answer.json)
export const sheetOf = (answer: Answer) => reading.sheet.parse(answer.json)
export const eventsOf = (answer: Answer) => reading.eventPage.parse(answer.json)
export const remainingOf = ({ headers }: Answer): number => Number(headers.get('x-ratelimit-remaining'))
/** The service's time in milliseconds, from an answer. */
export const timeOf = ({ headers }: Answer): number => Date.parse(headers.get('date') ?? '')

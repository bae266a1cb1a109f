// The service under test as the suite calls it: over HTTP alone. Every answer is held to what all answers promise (parts 7 and 8).
// KANT_CONFORMANCE_BASE points the suite at another implementation, with keys of it in KANT_CONFORMANCE_KEY (a workshop's test
// key), _CUSTOMER_KEY, _OTHER_CUSTOMER_KEY and _LIVE_KEY; KANT_CONFORMANCE_DRIVER names a module whose `driver` drives it;
// then --no-file-parallelism, since all files share that one service.
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
  /** Null where the answer is no JSON. */
  json: unknown
}

export interface Sent {
  /** Null: no Authorization at all. */
  key?: string | null
  /** JSON, or text or bytes as they are. */
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

export interface World {
  base: string
  key: string
  driver: Driver | null
  /** One call. One that is refused for coming too often is made again when its time has come. */
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>
  /** One call, whatever the answer. */
  once: (method: string, path: string, sent?: Sent) => Promise<Answer>
  close: () => Promise<void>
}

export const given = (name: string): string | undefined => process.env[`KANT_CONFORMANCE_${name}`]

const drives = z.object({ driver: z.custom<Driver>((value) => typeof value === 'object' && value !== null) })

/** The sandbox's test key's view, or a live key's. Null where the other implementation came with no such key. */
export async function openWorld(kind: 'sandbox' | 'live'): Promise<World | null> {
  const base = given('BASE')
  if (base === undefined) {
    const subject = await ownService(kind)
    return worldOver({ base: subject.base, key: subject.key, driver: subject.driver }, subject.close)
  }
  const key = given(kind === 'live' ? 'LIVE_KEY' : 'KEY')
  const module = given('DRIVER')
  const driver = module === undefined ? null : drives.parse(await import(module)).driver
  return key === undefined ? null : worldOver({ base, key, driver }, async () => {})
}

function worldOver(subject: Pick<World, 'base' | 'key' | 'driver'>, close: () => Promise<void>): World {
  const world: World = {
    ...subject,
    close,
    once: async (method, path, sent = {}) => {
      const answer = await fetched(world, method, path, sent)
      promises(answer)
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

async function fetched(world: World, method: string, path: string, sent: Sent): Promise<Answer> {
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

function promises({ status, headers, json }: Answer): void {
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
/** Status and code in one, as tests compare them. */
export const refusalOf = (answer: Answer): string => `${answer.status} ${errorOf(answer).code}`
export const orderOf = (answer: Answer) => reading.order.parse(answer.json)
export const sheetOf = (answer: Answer) => reading.sheet.parse(answer.json)
export const eventsOf = (answer: Answer) => reading.eventPage.parse(answer.json)
export const remainingOf = ({ headers }: Answer): number => Number(headers.get('x-ratelimit-remaining'))
/** The service's own time in milliseconds, by an answer of it. */
export const timeOf = ({ headers }: Answer): number => Date.parse(headers.get('date') ?? '')

// A real service on a real file over real HTTP, with a clock that stands still until it is moved. Every answer that passes
// through `call` is held to what all answers promise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import {
  bendingListEntry,
  bendingSheet,
  errorBody,
  eventPage,
  order,
  page,
  scopes,
} from '../../../shared/workshop-api/index.ts'
import type { BendingListEntry, BendingSheet, EventPage } from '../../../shared/workshop-api/index.ts'
import { openDesk } from '../../../src-service/desk/desk.ts'
import type { Desk } from '../../../src-service/desk/desk.ts'
import { startService } from '../../../src-service/service.ts'
import { migrations } from '../../../src-service/store/migrations.ts'
import { openStore } from '../../../src-service/store/store.ts'
import type { Store } from '../../../src-service/store/store.ts'
import type { Service, ServiceOptions } from '../../../src-service/service.ts'

/** A Tuesday, ten seconds into a minute. */
export const start = Date.parse('2026-11-24T09:00:10.000Z')

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Null where the answer is no JSON. */
  json: unknown
}

export interface Sent {
  /** Null: no Authorization at all. */
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface Running {
  dataFolder: string
  service: Service
  sandboxKey: string
  machineKey: string
  desk: Desk
  clock: { nowMs: number }
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>
  get: (path: string, key?: string | null) => Promise<Answer>
  /** Ends the service and starts it anew on the same folder; `meanwhile` has the file to itself. */
  restart: (meanwhile?: (store: Store) => void) => Promise<void>
  /** Another desk of the folder, say a live workshop's; it is closed before the folder goes. */
  deskOf: (slug: string) => Desk
}

/** Starts a fresh sandbox for one test; it ends with the test. Limits are out of the way unless the test asks for them. */
export async function runningService(options: Partial<ServiceOptions> = {}): Promise<Running> {
  const running = await openService(options)
  onTestFinished(running.close)
  return running
}

/** The same for many tests: whoever opens it closes it. */
export async function openService(
  options: Partial<ServiceOptions> = {},
): Promise<Running & { close: () => Promise<void> }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kant-service-'))
  const clock = { nowMs: start }
  const begin = () =>
    startService({
      dataFolder,
      port: 0,
      clock: () => clock.nowMs,
      checkAnswers: true,
      limitFactor: 100,
      ...options,
    })
  let service = await begin()
  const { keys } = service
  if (keys === null) throw new Error('a fresh folder shows its keys')
  const desk = openDesk({ dataFolder, clock: () => clock.nowMs })
  const desks = [desk]
  const call: Running['call'] = async (method, path, { key = keys.sandbox, body, headers = {} } = {}) => {
    const response = await fetch(service.baseUrl + path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
    promises(answer)
    return answer
  }
  return {
    dataFolder,
    get service() {
      return service
    },
    sandboxKey: keys.sandbox,
    machineKey: keys.maskin,
    desk,
    clock,
    call,
    deskOf: (slug) => {
      const other = openDesk({ dataFolder, workshop: slug, clock: () => clock.nowMs })
      desks.push(other)
      return other
    },
    get: (path, key) => call('GET', path, key === undefined ? {} : { key }),
    restart: async (meanwhile) => {
      await service.close()
      if (meanwhile !== undefined) {
        const store = openStore(dataFolder)
        meanwhile(store)
        store.close()
      }
      service = await begin()
    },
    close: async () => {
      for (const each of desks) each.close()
      await service.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

/** What every answer promises: a request id, the rate headers, and, of an error, the one body with the same id. */
function promises({ status, headers, json }: Answer): void {
  expect(headers.get('x-request-id')).toMatch(/^req_\w+$/)
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  if (status < 400) return
  const { error } = errorBody.parse(json)
  expect(error.requestId).toBe(headers.get('x-request-id'))
  expect(error.message).not.toBe('')
  if (status === 429) expect(headers.get('retry-after')).toBe(String(error.retryAfterSeconds))
}

export const errorOf = (answer: Answer) => errorBody.parse(answer.json).error
export const sheetOf = (answer: Answer): BendingSheet => bendingSheet.parse(answer.json)
export const eventsOf = (answer: Answer): EventPage => eventPage.parse(answer.json)
export const orderOf = (answer: Answer) => order.parse(answer.json)
export const ordersOf = (answer: Answer) => page(order).parse(answer.json)
const listPage = page(bendingListEntry).extend({ date: z.string() })
export const listOf = (answer: Answer) => listPage.parse(answer.json)

/** The whole list of a day, page by page. */
export async function wholeList({ get }: Running, query = ''): Promise<BendingListEntry[]> {
  const entries: BendingListEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const next: ReturnType<typeof listOf> = listOf(
      await get(`/bending-list?limit=100&${query}${cursor === '' ? '' : `&cursor=${cursor}`}`),
    )
    entries.push(...next.data)
    cursor = next.nextCursor
  }
  return entries
}

/** A sheet of today that may be bent now. */
export async function bendableSheet(running: Running): Promise<BendingListEntry> {
  const entries = await wholeList(running)
  const found = entries.find(({ approval, bent }) => bent === null && ['approved', 'not_required'].includes(approval))
  if (found === undefined) throw new Error('the sandbox has no sheet to bend today')
  return found
}

export const testScopes = scopes.filter((scope) => scope !== 'customers:write')

/** A store as it was before a step of its upgrades, where that and all later ones made tables and nothing else. */
export function takeBackBefore({ db }: Store, step: number): void {
  const later = migrations.filter(({ number }) => number >= step).map(({ sql }) => sql)
  const made = [...later.join('').matchAll(/CREATE TABLE (\w+)/g)].map(([, table = '']) => table)
  db.exec(
    made
      .toReversed()
      .map((table) => `DROP TABLE ${table};`)
      .join(' '),
  )
  db.pragma(`user_version = ${step - 1}`)
}

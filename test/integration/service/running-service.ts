// A real service on a real file over real HTTP, with a clock that only the test moves. `call` checks the common parts of
// every answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
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
import { openAdmin } from '../../../src-service/admin/index.ts'
import type { WorkshopAdmin } from '../../../src-service/admin/index.ts'
import { startService } from '../../../src-service/service.ts'
import { migrations } from '../../../src-service/store/migrations.ts'
import { openStore } from '../../../src-service/store/store.ts'
import type { Store } from '../../../src-service/store/store.ts'
import type { ServiceOptions } from '../../../src-service/service.ts'
import { newSandbox } from './new-sandbox.ts'

/** A Tuesday, ten seconds into a minute. */
export const start = Date.parse('2026-11-24T09:00:10.000Z')

/** A log for the service, with its lines. `level`: the least one that is collected. */
export function collectedLog(level: 'warn' | 'error'): { log: Logger; lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level }, { write: (line: string) => void lines.push(line) }), lines }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Null if the answer is not JSON. */
  json: unknown
}

export interface Sent {
  /** Null: no Authorization header. */
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

export interface RunningService {
  dataFolder: string
  readonly baseUrl: string
  /** Closes the service. Its folder stays until the test ends. */
  stop: () => Promise<void>
  sandboxKey: string
  machineKey: string
  admin: WorkshopAdmin
  clock: { nowMs: number }
  call: (method: string, path: string, sent?: Sent) => Promise<Answer>
  get: (path: string, key?: string | null) => Promise<Answer>
  /** Closes the service and starts it again on the same folder. `meanwhile` runs while the service is closed. */
  restart: (meanwhile?: (store: Store) => void) => Promise<void>
  /** The administration of another workshop in the folder, for example a live one. It is closed before the folder is deleted. */
  adminOf: (slug: string) => WorkshopAdmin
}

/** Starts a new sandbox for one test; it ends with the test. The limits are 100 times the usual ones unless the test sets them. */
export async function runningService(options: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const service = await openService(options)
  onTestFinished(service.close)
  return service
}

export type OpenService = RunningService & { close: () => Promise<void> }

/** The same for several tests. The caller closes it. */
export async function openService(options: Partial<ServiceOptions> = {}): Promise<OpenService> {
  const clock = { nowMs: start }
  const dataFolder = mkdtempSync(join(tmpdir(), 'kant-service-'))
  const keys = await newSandbox(dataFolder, start)
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
  const admin = openAdmin({ dataFolder, clock: () => clock.nowMs })
  const admins = [admin]
  const call: RunningService['call'] = async (method, path, { key = keys.sandbox, body, headers = {} } = {}) => {
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
    checkCommonParts(answer)
    return answer
  }
  return {
    dataFolder,
    get baseUrl() {
      return service.baseUrl
    },
    stop: () => service.close(),
    sandboxKey: keys.sandbox,
    machineKey: keys.maskin,
    admin,
    clock,
    call,
    adminOf: (slug) => {
      const other = openAdmin({ dataFolder, workshop: slug, clock: () => clock.nowMs })
      admins.push(other)
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
      for (const each of admins) each.close()
      await service.close()
      rmSync(dataFolder, { recursive: true })
    },
  }
}

/** Every answer has a request id and the rate headers. An error has the error body with the same id. */
function checkCommonParts({ status, headers, json }: Answer): void {
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

/** The complete list of a day, read page by page. */
export async function wholeList({ get }: RunningService, query = ''): Promise<BendingListEntry[]> {
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

/** A sheet of today that can be bent now. */
export async function bendableSheet(service: RunningService): Promise<BendingListEntry> {
  const entries = await wholeList(service)
  const sheet = entries.find(({ approval, bent }) => bent === null && ['approved', 'not_required'].includes(approval))
  if (sheet === undefined) throw new Error('the sandbox has no sheet to bend today')
  return sheet
}

export const testScopes = scopes.filter((scope) => scope !== 'customers:write')

/** Reverts a store to the version before a migration. That migration and all later ones must only create tables. */
export function revertMigrationsFrom({ db }: Store, step: number): void {
  const later = migrations.filter(({ number }) => number >= step).map(({ sql }) => sql)
  const createdTables = [...later.join('').matchAll(/CREATE TABLE (\w+)/g)].map(([, table = '']) => table)
  db.exec(
    createdTables
      .toReversed()
      .map((table) => `DROP TABLE ${table};`)
      .join(' '),
  )
  db.pragma(`user_version = ${step - 1}`)
}

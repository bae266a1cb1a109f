// GET /openapi.json: its headers and limits, Spectral's rules, and that it contains every endpoint.
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoints } from '../../../shared/workshop-api/index.ts'
import type { Endpoint } from '../../../shared/workshop-api/index.ts'
import { describeService } from '../../../shared/workshop-api/openapi/document.ts'
import { hasOperationText } from '../../../shared/workshop-api/openapi/operation-texts.ts'
import { runningService } from '../../integration/service/running-service.ts'
import { describedBy } from './described.ts'

const text = JSON.stringify(describeService('/api/v1'))
const { document, operations } = describedBy(JSON.parse(text))
const table: [string, Endpoint][] = Object.entries(endpoints)

describe('9 · GET /openapi.json', () => {
  test('needs no key, has the rate-limit headers of a live key’s reads, and counts against no limit', async () => {
    const service = await runningService({ limitFactor: 1 })
    const answers = [
      await service.call('GET', '/openapi.json', { key: null }),
      await service.call('GET', '/openapi.json', { key: null }),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
        200,
        '120',
        '120',
      ])
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect(answers[0]?.text).toBe(text)
  })

  test('returns the limit of the key that is sent, and counts against no limit', async () => {
    const service = await runningService({ limitFactor: 1 })
    await service.call('GET', '/openapi.json')
    const { headers } = await service.call('GET', '/openapi.json')
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['60', '60'])
    expect((await service.get('/me')).headers.get('x-ratelimit-remaining')).toBe('59')
  })

  test('counts wrong keys: after twenty it rejects calls', async () => {
    const service = await runningService()
    const wrongKey = `svc_test_${'a'.repeat(43)}`
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await service.call('GET', '/openapi.json', { key: wrongKey })).status).toBe(200)
    }
    expect((await service.call('GET', '/openapi.json', { key: wrongKey })).status).toBe(429)
    expect((await service.get('/me')).status).toBe(429)
  })

  test('is read-only: another method is 405', async () => {
    const service = await runningService()
    const answer = await service.call('POST', '/openapi.json', { body: {} })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 of document version 1.19, with 19 changes, newest first', () => {
    const { openapi, info } = document
    expect([openapi, info.version]).toEqual(['3.1.0', '1.19'])
    const changes = info['x-changes']
    expect(changes).toHaveLength(19)
    expect(changes[0]?.version).toBe('1.19')
    expect(changes.map(({ version }) => Number(version.split('.')[1]))).toEqual(
      Array.from({ length: 19 }, (_, index) => 19 - index),
    )
    const dates = changes.map(({ date }) => date)
    expect(dates.every((date) => z.iso.date().safeParse(date).success)).toBe(true)
    expect(dates).toEqual(dates.toSorted().toReversed())
  })

  test('passes all of Spectral’s rules except those for contact and licence', async () => {
    const linter = new spectral.Spectral()
    linter.setRuleset(
      new spectral.Ruleset({
        extends: [[rulesets.oas, 'all']],
        rules: { 'info-license': 'off', 'license-url': 'off', 'contact-properties': 'off' },
      }),
    )
    expect(await linter.run(text)).toEqual([])
  })

  test('contains every endpoint with its name, method and path', () => {
    const operationLines = operations.map(({ name, method, path }) => `${name} ${method} ${path}`)
    expect(operationLines.toSorted()).toEqual(
      table.map(([name, { method, path }]) => `${name} ${method} ${path}`).toSorted(),
    )
  })

  test('has a text of its own for every operation and every parameter', () => {
    expect(table.filter(([, endpoint]) => !hasOperationText(endpoint)).map(([name]) => name)).toEqual([])
    const silent = operations.flatMap(({ name, parameters }) =>
      parameters.filter(({ description }) => description === undefined).map((each) => `${name} ${each.name}`),
    )
    expect(silent).toEqual([])
  })

  test('declares exactly the path parameters of each path', () => {
    for (const { path, parameters } of operations) {
      const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('requires Idempotency-Key and If-Match where the endpoint does', () => {
    for (const { name, parameters } of operations) {
      const endpoint = table.find(([each]) => each === name)?.[1]
      const required = parameters.filter((each) => each.in === 'header' && each.required).map((each) => each.name)
      expect([name, required.toSorted()]).toEqual([
        name,
        [
          ...(endpoint?.idempotencyKey === 'required' ? ['Idempotency-Key'] : []),
          ...(endpoint?.ifMatch === true ? ['If-Match'] : []),
        ],
      ])
    }
  })

  test('declares 401, 429 and 503 for every operation', () => {
    for (const { statuses } of operations) expect(statuses).toEqual(expect.arrayContaining([400, 401, 429, 500, 503]))
  })

  test('allows no additional members in any object', () => {
    const open = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      name.startsWith('Error_') ? [] : openObjects(schema, name),
    )
    expect(open).toEqual([])
  })

  test('has no schema that allows any value', () => {
    expect(Object.entries(document.components.schemas).flatMap(([name, schema]) => emptySchemas(schema, name))).toEqual(
      [],
    )
  })
})

const record = z.record(z.string(), z.unknown())

/** The paths of object schemas that do not define additionalProperties. */
function openObjects(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => openObjects(each, `${place}[${index}]`))
  const { success, data } = record.safeParse(value)
  if (!success) return []
  const below = Object.entries(data).flatMap(([name, member]) => openObjects(member, `${place}.${name}`))
  const isClosed = data['additionalProperties'] === false || record.safeParse(data['additionalProperties']).success
  return data['type'] === 'object' && !isClosed ? [place, ...below] : below
}

/** The paths of members and items that allow any value. */
function emptySchemas(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => emptySchemas(each, `${place}[${index}]`))
  const { success, data } = record.safeParse(value)
  if (!success) return []
  return Object.entries(data).flatMap(([name, member]) => {
    const memberPath = `${place}.${name}`
    if (name === 'default') return []
    const empty =
      name !== 'properties' && record.safeParse(member).success && Object.keys(record.parse(member)).length === 0
    return empty ? [memberPath] : emptySchemas(member, memberPath)
  })
}

// Malformed HTTP, byte by byte: each input gets the error body in Norwegian, and changes nothing.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '../../../../shared/workshop-api/index.ts'
import { bendableSheet, openService, sheetOf } from '../running-service.ts'

let service: Awaited<ReturnType<typeof openService>>
beforeAll(async () => {
  service = await openService({ limitFactor: 1_000 })
})
afterAll(() => service.close())

interface Heard {
  status: number
  headers: Map<string, string>
  body: string
}

/** Sends bytes and reads until the service closes the connection. With `end`, the sending side is closed first. */
async function exchangeBytes(sent: string | Uint8Array, end = false): Promise<Heard[]> {
  const bytes = await new Promise<Buffer>((resolve) => {
    const parts: Buffer[] = []
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    socket.on('data', (part) => parts.push(part))
    // A service that closes the connection during the upload resets it. The bytes that it sent before count.
    socket.on('error', () => {})
    socket.on('close', () => {
      resolve(Buffer.concat(parts))
    })
    socket.write(sent)
    if (end) socket.end()
  })
  return answersIn(bytes)
}

function answersIn(bytes: Buffer): Heard[] {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return []
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = new Map(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 2),
    ]),
  )
  const length = Number(headers.get('content-length') ?? 0)
  const body = bytes.subarray(end + 4, end + 4 + length).toString()
  return [{ status, headers, body }, ...answersIn(bytes.subarray(end + 4 + length))]
}

const closing = 'Host: x\r\nConnection: close\r\n'

interface Place {
  authorization: string
  sheet: string
}

interface Odd {
  name: string
  expected: string
  /** The headers after the request line, and the body. */
  sent: (place: Place) => string | Uint8Array
  end?: boolean
}

const get =
  (target: string, version = 'HTTP/1.1') =>
  (place: Pick<Place, 'authorization'>) =>
    `GET ${target} ${version}\r\n${closing}${place.authorization}\r\n`
const withMethod = (method: string) => (place: Pick<Place, 'authorization'>) =>
  `${method} /api/v1/me HTTP/1.1\r\n${closing}${place.authorization}\r\n`
const withHeader = (line: string) => (place: Pick<Place, 'authorization'>) =>
  `GET /api/v1/me HTTP/1.1\r\n${closing}${place.authorization}${line}\r\n\r\n`
const post =
  (head: string, body: string | Uint8Array) =>
  ({ authorization, sheet }: Place) =>
    Buffer.concat([
      Buffer.from(`POST /api/v1/bending-sheets/${sheet}/bent HTTP/1.1\r\n${closing}${authorization}${head}\r\n\r\n`),
      Buffer.from(body),
    ])
const typed = (head: string, body: string | Uint8Array) => post(`Content-Type: application/json\r\n${head}`, body)
const json = (body: string | Uint8Array) => typed(`Content-Length: ${Buffer.byteLength(body)}`, body)
/** A part of a form whose parts begin with --x. */
const part = (name: string, rest: string) => `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n`
const chunked = 'Transfer-Encoding: chunked'

const unreadable: readonly Odd[] = [
  { name: 'a Content-Length that is not a number', sent: typed('Content-Length: abc', '{}') },
  { name: 'a negative Content-Length', sent: typed('Content-Length: -2', '{}') },
  { name: 'two lengths', sent: typed('Content-Length: 2\r\nContent-Length: 3', '{}') },
  { name: 'a length and chunks', sent: typed(`Content-Length: 2\r\n${chunked}`, '2\r\n{}\r\n0\r\n\r\n') },
  { name: 'less than was announced', sent: typed('Content-Length: 200', '{}'), end: true },
  { name: 'a chunk whose size is none', sent: typed(chunked, 'zz\r\n{}\r\n0\r\n\r\n') },
  { name: 'a chunk with an endless extension', sent: typed(chunked, `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`) },
  { name: 'an encoding that is not chunked', sent: typed('Transfer-Encoding: gzip', '{}') },
  { name: 'a header of 20 000 characters', sent: withHeader(`X-A: ${'a'.repeat(20_000)}`) },
  { name: '3 000 headers', sent: withHeader(Array.from({ length: 3_000 }, (_, index) => `X${index}: a`).join('\r\n')) },
  { name: 'an address of 20 000 characters', sent: get(`/api/v1/me?${'a'.repeat(20_000)}`) },
  { name: 'a method that does not exist', sent: withMethod('FOO') },
  { name: 'a method in small letters', sent: withMethod('get') },
  { name: 'HTTP/3.7', sent: get('/api/v1/me', 'HTTP/3.7') },
  { name: 'the preface of HTTP/2', sent: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'the beginning of TLS', sent: () => Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252]) },
  { name: 'a null byte in the address', sent: get('/api/v1/orders/T\0') },
  { name: 'letters in the address that are not ASCII', sent: get('/api/v1/orders/ø') },
  { name: 'a null byte in a header', sent: withHeader('X-A: a\0b') },
  { name: 'a space before the colon', sent: withHeader('X-A : a') },
  { name: 'a folded header', sent: withHeader('X-A: a\r\n b') },
  { name: 'lines that end in LF', sent: (place: Place) => get('/api/v1/me')(place).replaceAll('\r', '') },
].map((odd) => ({ ...odd, expected: '400 invalid_request' }))

const refusedRequests: readonly Odd[] = [
  { name: 'two hosts', expected: '400 invalid_request', sent: withHeader('Host: y') },
  { name: 'CONNECT', expected: '405 method_not_allowed', sent: () => `CONNECT a:1 HTTP/1.1\r\n${closing}\r\n` },
  { name: 'TRACE', expected: '405 method_not_allowed', sent: withMethod('TRACE') },
  { name: 'PROPFIND', expected: '405 method_not_allowed', sent: withMethod('PROPFIND') },
  { name: 'DELETE', expected: '405 method_not_allowed', sent: withMethod('DELETE') },
  { name: 'OPTIONS', expected: '405 method_not_allowed', sent: withMethod('OPTIONS') },
  {
    name: 'OPTIONS for the whole server',
    expected: '404 not_found',
    sent: (place) => get('*')(place).replace('GET', 'OPTIONS'),
  },
  { name: 'a percent sign and no number', expected: '404 not_found', sent: get('/api/v1/orders/%zz') },
  { name: 'a percent sign at the end', expected: '404 not_found', sent: get('/api/v1/orders/%') },
  { name: 'percent signs that are no UTF-8', expected: '404 not_found', sent: get('/api/v1/orders/%ff%fe') },
  {
    name: 'a percent sign without digits in the query',
    expected: '400 invalid_request',
    sent: get('/api/v1/orders?limit=%zz'),
  },
  { name: 'a number of 5 000 characters', expected: '404 not_found', sent: get(`/api/v1/orders/${'a'.repeat(5_000)}`) },
  { name: 'a way up the folders', expected: '404 not_found', sent: get('/api/v1/../../etc/passwd') },
  {
    name: 'an encoded path traversal',
    expected: '404 not_found',
    sent: get('/api/v1/orders/..%2f..%2fetc%2fpasswd'),
  },
  { name: 'an encoded null byte', expected: '404 not_found', sent: get('/api/v1/orders/T-000001%00') },
  { name: 'a slash too many', expected: '404 not_found', sent: get('//api/v1/me') },
  { name: 'a parameter of the path', expected: '404 not_found', sent: get('/api/v1/me;a=b') },
  {
    name: 'a repeated query parameter',
    expected: '400 invalid_request',
    sent: get('/api/v1/orders?limit=1&limit=2'),
  },
  {
    name: 'two Idempotency-Keys',
    expected: '400 invalid_request',
    sent: typed('Idempotency-Key: aaaaaaaa\r\nIdempotency-Key: bbbbbbbb\r\nContent-Length: 2', '{}'),
  },
  { name: 'no type', expected: '415 unsupported_file_type', sent: post('Content-Length: 2', '{}') },
  {
    name: 'text',
    expected: '415 unsupported_file_type',
    sent: post('Content-Type: text/plain\r\nContent-Length: 2', '{}'),
  },
  {
    name: 'an invalid content type',
    expected: '415 unsupported_file_type',
    sent: post('Content-Type: ;;;\r\nContent-Length: 2', '{}'),
  },
  {
    name: 'JSON in declared UTF-16',
    expected: '415 unsupported_file_type',
    sent: post('Content-Type: application/json; charset=utf-16\r\nContent-Length: 2', '{}'),
  },
  {
    name: 'a compressed body',
    expected: '415 unsupported_file_type',
    sent: typed('Content-Encoding: gzip\r\nContent-Length: 2', '{}'),
  },
  {
    name: 'a form',
    expected: '415 unsupported_file_type',
    sent: post('Content-Type: multipart/form-data\r\nContent-Length: 2', '{}'),
  },
  {
    name: 'a length of a thousand gigabytes',
    expected: '413 body_too_large',
    sent: typed('Content-Length: 999999999999', '{}'),
  },
  {
    name: 'chunks of more than a megabyte',
    expected: '413 body_too_large',
    sent: typed(chunked, `${`10000\r\n${'a'.repeat(65_536)}\r\n`.repeat(20)}0\r\n\r\n`),
  },
]

const deep = 10_000
const bodies: readonly Odd[] = [
  { name: 'a byte order mark', sent: json('\ufeff{}') },
  { name: 'a name twice', sent: json('{"by":"a","by":"b"}') },
  { name: 'a name twice, written differently', sent: json('{"by":"a","\\u0062y":"b"}') },
  { name: '10 000 arrays in one another', sent: json('['.repeat(deep) + ']'.repeat(deep)) },
  { name: '10 000 objects in one another', sent: json(`${'{"by":'.repeat(deep)}1${'}'.repeat(deep)}`) },
  {
    name: '500 000 arrays, with an Idempotency-Key',
    sent: typed('Idempotency-Key: aaaaaaaa\r\nContent-Length: 1000000', '['.repeat(500_000) + ']'.repeat(500_000)),
  },
  { name: 'a number beyond all numbers', sent: json('{"quantity":1e999}') },
  { name: 'a number beyond the exact ones', sent: json('{"quantity":99999999999999999999}') },
  { name: 'minus nothing', sent: json('{"quantity":-0}') },
  { name: 'NaN', sent: json('{"quantity":NaN}') },
  { name: '__proto__', sent: json('{"__proto__":{"quantity":1}}') },
  { name: 'constructor', sent: json('{"constructor":{"prototype":{"quantity":1}}}') },
  { name: 'half a character', sent: json('{"by":"\\ud800"}') },
  { name: 'a null character', sent: json('{"by":"a\\u0000b"}') },
  { name: 'bytes that are no UTF-8', sent: json(Buffer.from([123, 34, 98, 121, 34, 58, 34, 255, 254, 34, 125])) },
  { name: 'UTF-16', sent: json(Buffer.from('{}', 'utf16le')) },
  { name: 'spaces', sent: json('   ') },
  { name: 'null', sent: json('null') },
  { name: 'an array', sent: json('[]') },
  { name: 'a text', sent: json('"a"') },
  { name: 'a comment', sent: json('{/*a*/}') },
  { name: 'two values', sent: json('{} {}') },
  {
    name: '100 000 unknown fields',
    sent: json(`{${Array.from({ length: 100_000 }, (_, index) => `"${index}":1`).join(',')}}`),
  },
].map((odd) => ({ ...odd, expected: '400 invalid_request' }))

async function tried({ sent, end }: Odd) {
  const { sheetId } = await bendableSheet(service)
  const before = await service.get(`/bending-sheets/${sheetId}`)
  const answers = await exchangeBytes(
    sent({ authorization: `Authorization: Bearer ${service.sandboxKey}\r\n`, sheet: sheetId }),
    end,
  )
  const after = await service.get(`/bending-sheets/${sheetId}`)
  return { answers, unchanged: after.text === before.text }
}

describe('malformed HTTP', () => {
  test.each([...unreadable, ...refusedRequests, ...bodies])('$name: $expected', async (odd) => {
    const { answers, unchanged } = await tried(odd)
    expect(answers).toHaveLength(1)
    const [{ status, headers, body } = { status: 0, headers: new Map<string, string>(), body: '' }] = answers
    const { error } = errorBody.parse(JSON.parse(body))
    expect(`${status} ${error.code}`).toBe(odd.expected)
    expect(error.requestId).toBe(headers.get('x-request-id'))
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    expect(error.message).toMatch(/[æøå]|ikke|kan|mangler|gyldig|stort|støttes/)
    expect(body.length).toBeLessThan(30_000)
    expect(unchanged).toBe(true)
  })
})

describe('unusual but valid HTTP', () => {
  const answeredRequests: readonly Omit<Odd, 'expected'>[] = [
    { name: 'chunks with a trailer', sent: typed(`${chunked}\r\nTrailer: X-T`, '2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n') },
    {
      name: 'HTTP/1.0, without a host',
      sent: ({ authorization }) => `GET /api/v1/me HTTP/1.0\r\n${authorization}\r\n`,
    },
    { name: 'an address with a host in it', sent: get('http://x/api/v1/me') },
    { name: 'a body that no GET has', sent: (place) => `${withHeader('Content-Length: 3')(place)}{x}` },
    {
      name: 'a charset of utf-8',
      sent: post('Content-Type: application/json; charset="UTF-8"\r\nContent-Length: 2', '{}'),
    },
    {
      name: 'no body if every field is optional',
      sent: post('Content-Type: application/json\r\nContent-Length: 0', ''),
    },
  ]
  test.each(answeredRequests)('$name: 200', async ({ sent }) => {
    const { answers } = await tried({ name: '', expected: '', sent })
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  test('pipelined calls are answered in order', async () => {
    const authorization = `Authorization: Bearer ${service.sandboxKey}\r\n`
    const first = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`
    const answers = await exchangeBytes(first + get('/api/v1/nowhere')({ authorization }))
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
  })

  test('a complete call is answered even if unreadable input follows on the connection', async () => {
    const authorization = `Authorization: Bearer ${service.sandboxKey}\r\n`
    const { sheetId } = await bendableSheet(service)
    const call = (path: string, type: string, body: string) =>
      `POST /api/v1${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const bent = await exchangeBytes(`${call(`/bending-sheets/${sheetId}/bent`, 'application/json', '{}')}"by":"KN"}`)
    expect(bent.map(({ status }) => status)).toEqual([200, 400])
    expect(sheetOf(await service.get(`/bending-sheets/${sheetId}`)).bent).not.toBeNull()

    // The file is synced to the disk before the call is answered, so the answer takes longer.
    const form = `${part('fil', '; filename="a.pdf"\r\n\r\n%PDF-1.7')}${part('type', '\r\n\r\nannet')}--x--\r\n`
    const sent = await exchangeBytes(
      `${call('/orders/T-000012/attachments', 'multipart/form-data; boundary=x', form)}mer`,
    )
    expect(sent.map(({ status }) => status)).toEqual([201, 400])
    expect((await service.get('/orders/T-000012')).text).toContain('application/pdf')
  })
})

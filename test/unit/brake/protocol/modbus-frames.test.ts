// Modbus frames compared with the published examples, and found in streams of bytes.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerBytes,
  readAnswer,
  readRequest,
  requestBytes,
  type Request,
} from '../../../../src-main/brake/protocol/modbus-pdu.ts'
import { crc16, rtuAnswerReader, rtuFrame, rtuRequestReader } from '../../../../src-main/brake/protocol/modbus-rtu.ts'
import { tcpFrame, tcpFrameReader, tcpPdu } from '../../../../src-main/brake/protocol/modbus-tcp.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

const words = fc.integer({ min: 0, max: 0xffff })
const bits = fc.integer({ min: 0, max: 1 })
const address = fc.integer({ min: 0, max: 0xff00 })
const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constant('read' as const),
    code: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
    address,
    count: fc.integer({ min: 1, max: 125 }),
  }),
  fc.record({ kind: fc.constant('write' as const), code: fc.constant(5 as const), address, words: fc.tuple(bits) }),
  fc.record({ kind: fc.constant('write' as const), code: fc.constant(6 as const), address, words: fc.tuple(words) }),
  fc.record({
    kind: fc.constant('write' as const),
    code: fc.constant(15 as const),
    address,
    words: fc.array(bits, { minLength: 1, maxLength: 200 }),
  }),
  fc.record({
    kind: fc.constant('write' as const),
    code: fc.constant(16 as const),
    address,
    words: fc.array(words, { minLength: 1, maxLength: 123 }),
  }),
)
const anyWordsFor = (request: Request): fc.Arbitrary<number[]> =>
  request.kind === 'write'
    ? fc.constant([])
    : fc.array(request.code <= 2 ? bits : words, { minLength: request.count, maxLength: request.count })
const anyExchange = anyRequest.chain((request) =>
  fc.record({ request: fc.constant(request), answerWords: anyWordsFor(request) }),
)

describe('a request and its answer', () => {
  // Modbus application protocol V1.1b3, 6.1 to 6.12
  test.each<[string, Request, readonly number[], string, string]>([
    ['coils', { kind: 'read', code: 1, address: 19, count: 19 }, bitsOf('CD6B05', 19), '01 0013 0013', '01 03 CD6B05'],
    [
      'inputs',
      { kind: 'read', code: 2, address: 196, count: 22 },
      bitsOf('ACDB35', 22),
      '02 00C4 0016',
      '02 03 ACDB35',
    ],
    [
      'registers',
      { kind: 'read', code: 3, address: 107, count: 3 },
      [555, 0, 100],
      '03 006B 0003',
      '03 06 022B 0000 0064',
    ],
    ['input registers', { kind: 'read', code: 4, address: 8, count: 1 }, [10], '04 0008 0001', '04 02 000A'],
    ['one coil', { kind: 'write', code: 5, address: 172, words: [1] }, [], '05 00AC FF00', '05 00AC FF00'],
    ['one register', { kind: 'write', code: 6, address: 1, words: [3] }, [], '06 0001 0003', '06 0001 0003'],
    [
      'many coils',
      { kind: 'write', code: 15, address: 19, words: bitsOf('CD01', 10) },
      [],
      '0F 0013 000A 02 CD01',
      '0F 0013 000A',
    ],
    [
      'many registers',
      { kind: 'write', code: 16, address: 1, words: [10, 258] },
      [],
      '10 0001 0002 04 000A 0102',
      '10 0001 0002',
    ],
  ])('of %s are as published in the protocol', (_, request, answerWords, requestHex, answerHex) => {
    expect(requestBytes(request)).toEqual(bytes(requestHex))
    expect(readRequest(bytes(requestHex))).toEqual(request)
    expect(answerBytes(request, answerWords)).toEqual(bytes(answerHex))
    expect(readAnswer(request, bytes(answerHex))).toEqual(
      request.kind === 'write' ? { kind: 'written' } : { kind: 'values', words: answerWords },
    )
  })

  test('an exception is recognised only for the function of the request', () => {
    const request: Request = { kind: 'read', code: 1, address: 1_185, count: 1 }
    expect(readAnswer(request, bytes('81 02'))).toEqual({ kind: 'exception', exception: 2 })
    expect(readAnswer(request, bytes('83 02'))).toBeNull()
  })

  test('a write that repeats other values is not an answer', () => {
    const request: Request = { kind: 'write', code: 6, address: 1, words: [3] }
    expect(readAnswer(request, bytes('06 0001 0004'))).toBeNull()
    expect(readAnswer(request, bytes('06 0002 0003'))).toBeNull()
  })

  test('are decoded as they were encoded, with any values', () => {
    fc.assert(
      fc.property(anyExchange, ({ request, answerWords }) => {
        expect(readRequest(requestBytes(request))).toEqual(request)
        const answer = readAnswer(request, answerBytes(request, answerWords))
        expect(answer).toEqual(request.kind === 'write' ? { kind: 'written' } : { kind: 'values', words: answerWords })
      }),
    )
  })
})

function bitsOf(hex: string, count: number): number[] {
  const packed = bytes(hex)
  return Array.from({ length: count }, (_, index) => ((packed[index >> 3] ?? 0) >> (index & 7)) & 1)
}

describe('the checksum', () => {
  // Modbus over serial line V1.02, 6.2.2: the CRC of 02 07 is 1241, low byte first in the frame
  test('is as published in the protocol', () => {
    expect(crc16(bytes('02 07'))).toBe(0x1241)
    expect(rtuFrame(2, bytes('07'))).toEqual(bytes('02 07 41 12'))
  })
})

describe('an RTU stream', () => {
  test('gives the answer at its last byte, after any noise', () => {
    fc.assert(
      fc.property(
        anyExchange,
        fc.integer({ min: 1, max: 247 }),
        fc.uint8Array({ maxLength: 600 }),
        ({ request, answerWords }, unit, noise) => {
          const frame = rtuFrame(unit, answerBytes(request, answerWords))
          const read = rtuAnswerReader(unit, request)
          const results = [...noise, ...frame].map(read)
          expect(results.at(-1)).toMatchObject({ kind: 'answer' })
          expect(results.slice(noise.length, -1).every((result) => result === null)).toBe(true)
        },
      ),
    )
  })

  test('gives no answer if one bit is inverted', () => {
    fc.assert(
      fc.property(anyExchange, fc.nat(), ({ request, answerWords }, bit) => {
        const frame = rtuFrame(9, answerBytes(request, answerWords))
        const position = bit % (frame.length * 8)
        frame[position >> 3] = (frame[position >> 3] ?? 0) ^ (1 << (position & 7))
        expect([...frame].map(rtuAnswerReader(9, request)).every((result) => result === null)).toBe(true)
      }),
    )
  })

  test('reports an answer of another unit', () => {
    const request: Request = { kind: 'read', code: 3, address: 0, count: 2 }
    const results = [...rtuFrame(7, answerBytes(request, [1, 2]))].map(rtuAnswerReader(1, request))
    expect(results.at(-1)).toEqual({ kind: 'wrong_unit', unit: 7 })
  })

  test('gives each request, with noise between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyRequest, fc.uint8Array({ maxLength: 40 })), { maxLength: 6 }), (sent) => {
        const read = rtuRequestReader()
        const stream = sent.flatMap(([request, noise]) => [...noise, ...rtuFrame(3, requestBytes(request))])
        const results = stream.map(read).flatMap((one) => (one === null ? [] : [one.request]))
        expect(results).toEqual(sent.map(([request]) => request))
      }),
    )
  })
})

describe('a TCP stream', () => {
  test('gives each frame', () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { maxLength: 5 }), (sent) => {
        const frames = sent.map(({ request, answerWords }, transaction) => ({
          transaction,
          unit: 1,
          pdu: answerBytes(request, answerWords),
        }))
        const results = frames.flatMap((frame) => [...tcpFrame(frame)]).map(tcpFrameReader())
        expect(results.filter((one) => one !== null)).toEqual(frames)
        for (const frame of frames) expect(tcpPdu(tcpFrame(frame))).toEqual(frame)
      }),
    )
  })

  test.each(['0001 0001 0006 01 03 0000', '0001 0000 0001 01 03 0000', '0001 0000 00FF 01 03 0000'])(
    'is lost permanently after an invalid header: %s',
    (hex) => {
      const read = tcpFrameReader()
      expect([...bytes(hex)].map(read).at(-1)).toBe('lost')
      expect([...tcpFrame({ transaction: 1, unit: 1, pdu: bytes('03 02 0001') })].map(read).at(-1)).toBe('lost')
    },
  )
})

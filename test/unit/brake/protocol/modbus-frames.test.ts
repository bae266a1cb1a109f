// Modbus frames byte for byte against the published examples, and found again in any stream.
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
const heldBy = (request: Request): fc.Arbitrary<number[]> =>
  request.kind === 'write'
    ? fc.constant([])
    : fc.array(request.code <= 2 ? bits : words, { minLength: request.count, maxLength: request.count })
const asked = anyRequest.chain((request) => fc.record({ request: fc.constant(request), held: heldBy(request) }))

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
  ])('of %s are as the protocol prints them', (_, request, held, asks, answers) => {
    expect(requestBytes(request)).toEqual(bytes(asks))
    expect(readRequest(bytes(asks))).toEqual(request)
    expect(answerBytes(request, held)).toEqual(bytes(answers))
    expect(readAnswer(request, bytes(answers))).toEqual(
      request.kind === 'write' ? { kind: 'written' } : { kind: 'values', words: held },
    )
  })

  test('an exception is told as one, of this function alone', () => {
    const request: Request = { kind: 'read', code: 1, address: 1_185, count: 1 }
    expect(readAnswer(request, bytes('81 02'))).toEqual({ kind: 'exception', exception: 2 })
    expect(readAnswer(request, bytes('83 02'))).toBeNull()
  })

  test('a write that is repeated with something else is no answer', () => {
    const request: Request = { kind: 'write', code: 6, address: 1, words: [3] }
    expect(readAnswer(request, bytes('06 0001 0004'))).toBeNull()
    expect(readAnswer(request, bytes('06 0002 0003'))).toBeNull()
  })

  test('come back as they went, whatever they hold', () => {
    fc.assert(
      fc.property(asked, ({ request, held }) => {
        expect(readRequest(requestBytes(request))).toEqual(request)
        const answer = readAnswer(request, answerBytes(request, held))
        expect(answer).toEqual(request.kind === 'write' ? { kind: 'written' } : { kind: 'values', words: held })
      }),
    )
  })
})

function bitsOf(hex: string, count: number): number[] {
  const held = bytes(hex)
  return Array.from({ length: count }, (_, at) => ((held[at >> 3] ?? 0) >> (at & 7)) & 1)
}

describe('the checksum', () => {
  // Modbus over serial line V1.02, 6.2.2: the CRC of 02 07 is 1241, low byte first on the line
  test('is as the protocol prints it', () => {
    expect(crc16(bytes('02 07'))).toBe(0x1241)
    expect(rtuFrame(2, bytes('07'))).toEqual(bytes('02 07 41 12'))
  })
})

describe('an RTU stream', () => {
  test('gives the answer at its last byte, behind any noise and cut anywhere', () => {
    fc.assert(
      fc.property(
        asked,
        fc.integer({ min: 1, max: 247 }),
        fc.uint8Array({ maxLength: 600 }),
        ({ request, held }, unit, noise) => {
          const frame = rtuFrame(unit, answerBytes(request, held))
          const read = rtuAnswerReader(unit, request)
          const heard = [...noise, ...frame].map(read)
          expect(heard.at(-1)).toMatchObject({ kind: 'answer' })
          expect(heard.slice(noise.length, -1).every((one) => one === null)).toBe(true)
        },
      ),
    )
  })

  test('gives no answer with one bit turned over', () => {
    fc.assert(
      fc.property(asked, fc.nat(), ({ request, held }, bit) => {
        const frame = rtuFrame(9, answerBytes(request, held))
        const at = bit % (frame.length * 8)
        frame[at >> 3] = (frame[at >> 3] ?? 0) ^ (1 << (at & 7))
        expect([...frame].map(rtuAnswerReader(9, request)).every((one) => one === null)).toBe(true)
      }),
    )
  })

  test('tells the answer of another unit as that', () => {
    const request: Request = { kind: 'read', code: 3, address: 0, count: 2 }
    const heard = [...rtuFrame(7, answerBytes(request, [1, 2]))].map(rtuAnswerReader(1, request))
    expect(heard.at(-1)).toEqual({ kind: 'wrong_unit', unit: 7 })
  })

  test('gives each request to whoever listens, with noise between them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyRequest, fc.uint8Array({ maxLength: 40 })), { maxLength: 6 }), (sent) => {
        const read = rtuRequestReader()
        const stream = sent.flatMap(([request, noise]) => [...noise, ...rtuFrame(3, requestBytes(request))])
        const heard = stream.map(read).flatMap((one) => (one === null ? [] : [one.request]))
        expect(heard).toEqual(sent.map(([request]) => request))
      }),
    )
  })
})

describe('a TCP stream', () => {
  test('gives each frame, cut anywhere', () => {
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 5 }), (sent) => {
        const frames = sent.map(({ request, held }, transaction) => ({
          transaction,
          unit: 1,
          pdu: answerBytes(request, held),
        }))
        const heard = frames.flatMap((frame) => [...tcpFrame(frame)]).map(tcpFrameReader())
        expect(heard.filter((one) => one !== null)).toEqual(frames)
        for (const frame of frames) expect(tcpPdu(tcpFrame(frame))).toEqual(frame)
      }),
    )
  })

  test.each(['0001 0001 0006 01 03 0000', '0001 0000 0001 01 03 0000', '0001 0000 00FF 01 03 0000'])(
    'is lost for good at what is no header: %s',
    (hex) => {
      const read = tcpFrameReader()
      expect([...bytes(hex)].map(read).at(-1)).toBe('lost')
      expect([...tcpFrame({ transaction: 1, unit: 1, pdu: bytes('03 02 0001') })].map(read).at(-1)).toBe('lost')
    },
  )
})

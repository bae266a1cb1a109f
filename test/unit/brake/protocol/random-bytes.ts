// Every parser of the Modbus link under bytes that mean nothing: none may crash, answer, or keep more than a frame or two.
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rtuAnswerReader, rtuRequestReader } from '../../../../src-main/brake/protocol/modbus-rtu.ts'
import { tcpFrameReader } from '../../../../src-main/brake/protocol/modbus-tcp.ts'
import { readAnswer, readRequest, type Request } from '../../../../src-main/brake/protocol/modbus-pdu.ts'

/** A small generator of its own (mulberry32), so that millions of bytes cost nothing and a run can be repeated. */
function bytesFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff
  }
}

/** The bytes of all buffers that are still held, after what nobody holds is thrown away. */
function heldBufferBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('no garbage collector to call')
  // the second one waits for the first to have swept up
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

export interface Eaten {
  /** How many frames were taken for sound; by chance one in 65 536 frames that could be one. */
  readonly answers: number
  readonly requests: number
  readonly tcpFrames: number
  /** By how much the buffers of all that is alive grew while the parsers ate. */
  readonly grownBytes: number
}

/** Feeds `count` bytes to each parser. Half the stream looks like Modbus: real units and function codes in it. */
export function eatRandomBytes(count: number, seed: number): Eaten {
  const random = bytesFrom(seed)
  const next = (): number => {
    const byte = random()
    return byte < 128 ? byte : (byte & 0x1f) < 17 ? byte & 0x1f : 1
  }
  const asked: Request = { kind: 'read', code: 3, address: 100, count: 6 }
  const write: Request = { kind: 'write', code: 16, address: 100, words: [1, 2, 3] }
  const answer = rtuAnswerReader(1, asked)
  const written = rtuAnswerReader(1, write)
  const request = rtuRequestReader()
  let frame = tcpFrameReader()
  const pdu = new Uint8Array(12)
  const eaten = { answers: 0, requests: 0, tcpFrames: 0 }
  const heldBefore = heldBufferBytes()
  for (let at = 0; at < count; at++) {
    const byte = next()
    if (answer(byte) !== null) eaten.answers += 1
    if (written(byte) !== null) eaten.answers += 1
    if (request(byte) !== null) eaten.requests += 1
    const cut = frame(byte)
    if (cut === 'lost') frame = tcpFrameReader()
    else if (cut !== null) eaten.tcpFrames += 1
    pdu[at % pdu.length] = byte
    if (at % 16 === 0) {
      readRequest(pdu)
      readAnswer(asked, pdu)
    }
  }
  // asked while the parsers are alive: what is left of them is theirs
  const grownBytes = heldBufferBytes() - heldBefore
  answer(0)
  written(0)
  request(0)
  frame(0)
  return { ...eaten, grownBytes }
}

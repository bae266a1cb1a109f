// Feeds random bytes to every Modbus parser: none may crash, find an answer, or store more than a few frames.
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rtuAnswerReader, rtuRequestReader } from '../../../../src-main/brake/protocol/modbus-rtu.ts'
import { tcpFrameReader } from '../../../../src-main/brake/protocol/modbus-tcp.ts'
import { readAnswer, readRequest, type Request } from '../../../../src-main/brake/protocol/modbus-pdu.ts'

/** A fast random generator with a seed (mulberry32), so that a run with millions of bytes can be repeated. */
function bytesFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) & 0xff
  }
}

/** The total size of all buffers after a garbage collection. */
function usedBufferBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('the garbage collector cannot be called')
  // the second call waits until the first one has finished
  collect()
  collect()
  return process.memoryUsage().arrayBuffers
}

export interface ParsedNoise {
  /** The number of frames that were accepted as valid: by chance one in 65 536 possible frames. */
  readonly answers: number
  readonly requests: number
  readonly tcpFrames: number
  /** The growth of all buffers during the run. */
  readonly grownBytes: number
}

/** Feeds `count` bytes to each parser. Half of them are valid units and function codes. */
export function feedRandomBytes(count: number, seed: number): ParsedNoise {
  const random = bytesFrom(seed)
  const next = (): number => {
    const byte = random()
    return byte < 128 ? byte : (byte & 0x1f) < 17 ? byte & 0x1f : 1
  }
  const readRequestSent: Request = { kind: 'read', code: 3, address: 100, count: 6 }
  const write: Request = { kind: 'write', code: 16, address: 100, words: [1, 2, 3] }
  const answer = rtuAnswerReader(1, readRequestSent)
  const written = rtuAnswerReader(1, write)
  const request = rtuRequestReader()
  let frame = tcpFrameReader()
  const pdu = new Uint8Array(12)
  const counts = { answers: 0, requests: 0, tcpFrames: 0 }
  const usedBefore = usedBufferBytes()
  for (let index = 0; index < count; index++) {
    const byte = next()
    if (answer(byte) !== null) counts.answers += 1
    if (written(byte) !== null) counts.answers += 1
    if (request(byte) !== null) counts.requests += 1
    const tcpFrame = frame(byte)
    if (tcpFrame === 'lost') frame = tcpFrameReader()
    else if (tcpFrame !== null) counts.tcpFrames += 1
    pdu[index % pdu.length] = byte
    if (index % 16 === 0) {
      readRequest(pdu)
      readAnswer(readRequestSent, pdu)
    }
  }
  // measured while the parsers are still referenced
  const grownBytes = usedBufferBytes() - usedBefore
  answer(0)
  written(0)
  request(0)
  frame(0)
  return { ...counts, grownBytes }
}

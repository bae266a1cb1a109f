// Random frames against the documents of a station, as a paired and hostile station could send them.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { factKeyOf } from '../../../src-main/peers/document/index.ts'
import { readMessage, readPart, writePart } from '../../../src-main/peers/link/index.ts'
import { day as today, openDocuments } from './documents-rig.ts'

interface FramesRun {
  /** Frames that were refused with an error. */
  refused: number
  isUnchanged: boolean
  /** Bytes that are still in use after the frames. */
  keptBytes: number
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('the garbage collector cannot be called')
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A small generator, so that a failure can be repeated. */
function randomBytesOf(seed: number): (length: number) => Buffer {
  let state = seed >>> 0 || 1
  return (length) => {
    const bytes = Buffer.alloc(length)
    for (let index = 0; index < length; index += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      bytes[index] = state >>> 24
    }
    return bytes
  }
}

/** 1 if the act throws, else 0. */
const refusalsOf = (act: () => void): number => {
  try {
    act()
    return 0
  } catch {
    return 1
  }
}

/** Sends random text frames, random binary frames, and whole frames with random updates. */
export function sendRandomFrames(count: number, folder: string, seed = 1): FramesRun {
  const { file, documents } = openDocuments(mkdtempSync(join(folder, 'frames-')), { isGenuine: () => true })
  const from = 'a'.repeat(16)
  documents.add([
    {
      key: factKeyOf('s', 'one'),
      document: today,
      fact: {
        v: 1,
        kind: 'stop',
        from,
        time: 1,
        sheet: '0b5c1f4e-7a39-4a68-9d53-2b1c7be9a001',
        stop: 'one',
        dv: 1,
        why: 'measure',
      },
    },
  ])
  const stateOf = (): string => JSON.stringify([...documents.digests(), ...file.factsOf(today)])
  const before = stateOf()
  const random = randomBytesOf(seed)
  let refused = 0
  const usedBefore = usedBytes()
  for (let no = 0; no < count; no += 1) {
    const bytes = random(1 + (no % 60))
    const update = { document: today, update: no, isLast: true, bytes }
    if (no % 3 === 0) refused += refusalsOf(() => void readMessage(bytes.toString('latin1')))
    else if (no % 3 === 1) refused += refusalsOf(() => void readPart(bytes))
    else refused += refusalsOf(() => void documents.receive(today, readPart(Buffer.from(writePart(update))).bytes, 'b'))
  }
  const isUnchanged = stateOf() === before
  const keptBytes = usedBytes() - usedBefore
  documents.close()
  file.close()
  return { refused, isUnchanged, keptBytes }
}

// The messages between two stations: text frames of JSON, and binary frames with parts of an update. Pure.
import * as z from 'zod'
import { bendingNow, documentName, stationId } from '../../../shared/peers/index.ts'
import { PeerFaultError } from '../peer-fault.ts'

/** The versions of the protocol that this program supports. */
export const protocols = { least: 1, most: 1 } as const

const name = z.string().min(1).max(100)
const startId = z.string().regex(/^[0-9a-f]{12}$/)
const hex64 = z.string().regex(/^[0-9a-f]{64}$/)

export const helloMessage = z.object({
  kind: z.literal('hello'),
  least: z.int().min(1),
  most: z.int().min(1),
  name,
  startId,
  /** A hash of the workshop whose sheets the station has; null: it has none yet, or keeps the facts for others only. */
  workshop: hex64.nullable(),
  /** ms since 1970 by the sender's clock. */
  nowMs: z.int(),
  purpose: z.enum(['facts', 'pairing']),
})

const presenceMessage = z.object({
  kind: z.literal('presence'),
  startId,
  nowMs: z.int(),
  bending: bendingNow.nullable(),
  /** The stations that are linked to the sender. */
  links: z.array(stationId).max(200),
})

const peerMessage = z.discriminatedUnion('kind', [
  presenceMessage,
  /** What the sender has: the name of each document, and a digest of its state. */
  z.object({ kind: z.literal('digests'), documents: z.array(z.tuple([documentName, z.string().max(32)])).max(400) }),
  /** Asks for what the sender of this message lacks; `state`: base64 of its state vector. */
  z.object({ kind: z.literal('missing'), document: documentName, state: z.string().max(200_000) }),
  /** This update of the receiver's is on the sender's disk. */
  z.object({ kind: z.literal('stored'), update: z.int().min(0) }),
])
export type PeerMessage = z.infer<typeof peerMessage>
export type Hello = z.infer<typeof helloMessage>

/** Reads a text frame of a schema. Throws PeerFaultError for one that is not of it. */
export function readText<T>(schema: z.ZodType<T>, text: string): T {
  const message = schema.safeParse(readJsonFrame(text))
  if (message.success) return message.data
  throw new PeerFaultError('a message is malformed')
}

function readJsonFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PeerFaultError('a message is not JSON')
  }
}

/** Reads a text frame; null: of a kind that is unknown here. Throws PeerFaultError for one that is not a message of this protocol. */
export function readMessage(text: string): PeerMessage | null {
  const value = readJsonFrame(text)
  const message = peerMessage.safeParse(value)
  if (message.success) return message.data
  const kind = z.object({ kind: z.string().max(20) }).safeParse(value)
  if (kind.success && !peerMessage.options.some((option) => option.shape.kind.value === kind.data.kind)) return null
  throw new PeerFaultError('a message is malformed')
}

export interface UpdatePart {
  document: string
  /** The number of the update on this connection. */
  update: number
  isLast: boolean
  bytes: Uint8Array
}

const headerBytes = 6

/** Byte 0: 1 for the last part, else 0. Bytes 1 to 4: the number of the update. Byte 5: the length of the name, which follows. */
export function writePart({ document, update, isLast, bytes }: UpdatePart): Uint8Array {
  const encoded = Buffer.from(document, 'latin1')
  const frame = Buffer.alloc(headerBytes + encoded.length + bytes.length)
  frame.writeUInt8(isLast ? 1 : 0, 0)
  frame.writeUInt32BE(update, 1)
  frame.writeUInt8(encoded.length, 5)
  encoded.copy(frame, headerBytes)
  frame.set(bytes, headerBytes + encoded.length)
  return frame
}

/** Throws PeerFaultError for a frame that is not a part. */
export function readPart(frame: Buffer): UpdatePart {
  const nameBytes = frame.length < headerBytes ? 0 : frame.readUInt8(5)
  const document = documentName.safeParse(frame.toString('latin1', headerBytes, headerBytes + nameBytes))
  if (!document.success || frame.length <= headerBytes + nameBytes)
    throw new PeerFaultError('a binary frame is malformed')
  return {
    document: document.data,
    update: frame.readUInt32BE(1),
    isLast: frame.readUInt8(0) === 1,
    bytes: frame.subarray(headerBytes + nameBytes),
  }
}

/** Bytes of an update in one frame, below the limit of a frame. */
const partBytes = 512 * 1024

export function partsOf(document: string, update: number, bytes: Uint8Array): UpdatePart[] {
  const parts: UpdatePart[] = []
  for (let start = 0; start === 0 || start < bytes.length; start += partBytes)
    parts.push({
      document,
      update,
      isLast: start + partBytes >= bytes.length,
      bytes: bytes.subarray(start, start + partBytes),
    })
  return parts
}

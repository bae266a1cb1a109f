// The two framings of Modbus behind one interface: encodes a request as a frame, and finds its answer. Pure.
import { readAnswer, readRequest, requestBytes, type Request } from './modbus-pdu.ts'
import { rtuAnswerReader, rtuFrame, rtuPdu, type ReceivedAnswer } from './modbus-rtu.ts'
import { tcpFrame, tcpFrameReader, tcpPdu } from './modbus-tcp.ts'

export type FramingName = 'rtu' | 'tcp'

export interface Framing {
  readonly frame: (unit: number, request: Request) => Uint8Array
  /** The request in the bytes of a frame; null if they are not a frame of this framing. */
  readonly read: (frame: Uint8Array) => { readonly unit: number; readonly request: Request } | null
  /** Returns a function that finds the answer to `frame`, byte by byte. 'lost': the stream cannot be split into frames any more. */
  readonly answerReader: (
    unit: number,
    request: Request,
    frame: Uint8Array,
  ) => (byte: number) => ReceivedAnswer | 'lost' | null
  /** Receives a byte while no request is open, such as one of a late answer. */
  readonly receiveUnexpected: (byte: number) => void
  /** Whether an answer has the number of its request, so that a late answer is not taken for the answer to a later request. */
  readonly isNumbered: boolean
}

const rtu: Framing = {
  frame: (unit, request) => rtuFrame(unit, requestBytes(request)),
  read: (frame) => {
    const decoded = rtuPdu(frame)
    const request = decoded === null ? null : readRequest(decoded.pdu)
    return decoded === null || request === null ? null : { unit: decoded.unit, request }
  },
  answerReader: rtuAnswerReader,
  receiveUnexpected: () => {},
  isNumbered: false,
}

function tcp(): Framing {
  let transaction = 0
  // one reader for all requests: the bytes of a late answer come before the expected answer
  const nextFrame = tcpFrameReader()
  return {
    frame: (unit, request) => {
      transaction = (transaction + 1) & 0xffff
      return tcpFrame({ transaction, unit, pdu: requestBytes(request) })
    },
    read: (frame) => {
      const decoded = tcpPdu(frame)
      const request = decoded === null ? null : readRequest(decoded.pdu)
      return decoded === null || request === null ? null : { unit: decoded.unit, request }
    },
    answerReader: (unit, request, requestFrame) => {
      const number = tcpPdu(requestFrame)?.transaction
      return (byte) => {
        const frame = nextFrame(byte)
        if (frame === null || frame === 'lost') return frame
        if (frame.transaction !== number) return null
        const answer = readAnswer(request, frame.pdu)
        if (answer === null) return null
        return frame.unit === unit ? { kind: 'answer', answer } : { kind: 'wrong_unit', unit: frame.unit }
      }
    },
    receiveUnexpected: (byte) => {
      nextFrame(byte)
    },
    isNumbered: true,
  }
}

/** A framing for one connection: Modbus TCP numbers the requests of a connection. */
export const framingOf = (name: FramingName): Framing => (name === 'rtu' ? rtu : tcp())

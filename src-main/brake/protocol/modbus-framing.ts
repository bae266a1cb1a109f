// The two framings of Modbus behind one face: a request as a frame, and who looks for its answer. Pure.
import { readAnswer, readRequest, requestBytes, type Request } from './modbus-pdu.ts'
import { rtuAnswerReader, rtuFrame, rtuPdu, type Heard } from './modbus-rtu.ts'
import { tcpFrame, tcpFrameReader, tcpPdu } from './modbus-tcp.ts'

export type FramingName = 'rtu' | 'tcp'

export interface Framing {
  readonly frame: (unit: number, request: Request) => Uint8Array
  /** What a frame of this framing asks, read from its bytes; null where it is none. */
  readonly read: (frame: Uint8Array) => { readonly unit: number; readonly request: Request } | null
  /** Looks for the answer to `frame`. 'lost' where the stream cannot be cut any more. */
  readonly answerReader: (unit: number, request: Request, frame: Uint8Array) => (byte: number) => Heard | 'lost' | null
  /** What comes while nothing is asked: a late answer. */
  readonly unasked: (byte: number) => void
  /** Whether an answer says to which request it belongs, so that a late one cannot be taken for another's. */
  readonly numbered: boolean
}

const rtu: Framing = {
  frame: (unit, request) => rtuFrame(unit, requestBytes(request)),
  read: (frame) => {
    const cut = rtuPdu(frame)
    const request = cut === null ? null : readRequest(cut.pdu)
    return cut === null || request === null ? null : { unit: cut.unit, request }
  },
  answerReader: rtuAnswerReader,
  unasked: () => {},
  numbered: false,
}

function tcp(): Framing {
  let transaction = 0
  // frames go on across requests: what came late stands before what is waited for
  const nextFrame = tcpFrameReader()
  return {
    frame: (unit, request) => {
      transaction = (transaction + 1) & 0xffff
      return tcpFrame({ transaction, unit, pdu: requestBytes(request) })
    },
    read: (frame) => {
      const cut = tcpPdu(frame)
      const request = cut === null ? null : readRequest(cut.pdu)
      return cut === null || request === null ? null : { unit: cut.unit, request }
    },
    answerReader: (unit, request, asked) => {
      const number = tcpPdu(asked)?.transaction
      return (byte) => {
        const frame = nextFrame(byte)
        if (frame === null || frame === 'lost') return frame
        if (frame.transaction !== number) return null
        const answer = readAnswer(request, frame.pdu)
        if (answer === null) return null
        return frame.unit === unit ? { kind: 'answer', answer } : { kind: 'wrong_unit', unit: frame.unit }
      }
    },
    unasked: (byte) => {
      nextFrame(byte)
    },
    numbered: true,
  }
}

/** A framing of one line: that of Modbus TCP numbers its requests. */
export const framingOf = (name: FramingName): Framing => (name === 'rtu' ? rtu : tcp())

// The simulator's end of a connection, with the timing of a serial line, which pseudo terminals and sockets do not have: bytes take
// their transmission time, and the controller answers after 3.5 characters and its turnaround time. Also simulates faults.
import type { Clock } from '../../platform/clock.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface PacedWireParts {
  readonly controller: SimulatedController
  /** 0: a network, where characters take no time. */
  readonly characterMs: number
  /** How long the controller takes to answer. */
  readonly turnaroundMs: number
  readonly clock: Clock
  readonly send: (bytes: Uint8Array) => void
  /** Returns a number of at least 0 and below 1. */
  readonly random: () => number
  /** Absent: the connection has its own faults. */
  readonly faults?: Faults
}

/** The simulated faults. Each can be changed at any time. */
export interface Faults {
  /** The number of next answers in which one bit is inverted. */
  garbled: number
  /** The number of next answers that are not sent. */
  dropped: number
  /** Requests are ignored. */
  stalled: boolean
  /** The delay of every answer. */
  lateMs: number
  /** Every answer is sent in parts of this number of bytes; 0: no limit. */
  partBytes: number
}
export const noFaults = (): Faults => ({ garbled: 0, dropped: 0, stalled: false, lateMs: 0, partBytes: 0 })

export interface PacedWire {
  readonly faults: Faults
  readonly receive: (bytes: Uint8Array) => void
  /** Sends bytes that are not an answer. */
  readonly send: (bytes: Uint8Array) => void
  /** The network connection has ended: discards what it sent. */
  readonly endConnection: () => void
  /** Sends nothing from now on, also not what is pending. */
  readonly stop: () => void
}

/** A converter delivers about this many characters at once. */
const convertedTogether = 14

export function pacedWire(parts: PacedWireParts): PacedWire {
  const { controller, characterMs, turnaroundMs, clock, send, random, faults = noFaults() } = parts
  const stopped = new AbortController()
  const received: { byte: number; atMs: number }[] = []
  let wireFreeAt = clock.monotonic()
  let isBusy = false

  const waitUntil = async (atMs: number): Promise<void> => {
    for (
      let remainingMs = atMs - clock.monotonic();
      remainingMs > 0 && !stopped.signal.aborted;
      remainingMs = atMs - clock.monotonic()
    ) {
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(remainingMs, stopped.signal)
    }
  }

  const invertBit = (bytes: Uint8Array): Uint8Array => {
    const position = Math.floor(random() * bytes.length)
    const bit = 1 << Math.floor(random() * 8)
    return bytes.map((byte, index) => (index === position ? byte ^ bit : byte))
  }

  const sendAnswer = async (bytes: Uint8Array, fromMs: number): Promise<void> => {
    if (faults.dropped > 0) {
      faults.dropped -= 1
      return
    }
    const isGarbled = faults.garbled > 0
    if (isGarbled) faults.garbled -= 1
    const answerBytes = isGarbled ? invertBit(bytes) : bytes
    const size = faults.partBytes > 0 ? faults.partBytes : characterMs > 0 ? convertedTogether : answerBytes.length
    for (let from = 0; from < answerBytes.length; from += size) {
      const to = Math.min(answerBytes.length, from + size)
      // oxlint-disable-next-line no-await-in-loop
      await waitUntil(fromMs + to * characterMs)
      if (stopped.signal.aborted) return
      send(answerBytes.slice(from, to))
    }
    wireFreeAt = Math.max(wireFreeAt, clock.monotonic())
  }

  const handleReceived = async (): Promise<void> => {
    for (let next = received.shift(); next !== undefined && !stopped.signal.aborted; next = received.shift()) {
      // oxlint-disable-next-line no-await-in-loop
      await waitUntil(next.atMs)
      const answer = faults.stalled ? null : controller.receive(next.byte, clock.monotonic())
      if (answer === null) continue
      const fromMs = next.atMs + 3.5 * characterMs + turnaroundMs + faults.lateMs
      // oxlint-disable-next-line no-await-in-loop
      await waitUntil(fromMs)
      // oxlint-disable-next-line no-await-in-loop
      await sendAnswer(answer, fromMs)
    }
    isBusy = false
  }

  return {
    faults,
    receive: (bytes) => {
      wireFreeAt = Math.max(wireFreeAt, clock.monotonic())
      for (const byte of bytes) {
        wireFreeAt += characterMs
        received.push({ byte, atMs: wireFreeAt })
      }
      if (isBusy || stopped.signal.aborted) return
      isBusy = true
      void handleReceived()
    },
    send: (bytes) => void sendAnswer(bytes, clock.monotonic()),
    endConnection: () => {
      received.length = 0
      controller.endConnection()
    },
    stop: () => stopped.abort(),
  }
}

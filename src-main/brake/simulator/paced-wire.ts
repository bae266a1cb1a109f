// The simulator's end of a line: bytes take as long as their characters would on the wire, the controller waits out 3.5 of them and
// thinks a while, and its answer takes its time too. A pseudo terminal and a socket pace nothing by themselves. Faults happen here.
import type { Clock } from '../../platform/clock.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface PacedEndParts {
  readonly side: SimulatedController
  /** 0: a network, which has no such pace. */
  readonly characterMs: number
  /** How long the controller thinks. */
  readonly turnaroundMs: number
  readonly clock: Clock
  readonly send: (bytes: Uint8Array) => void
  /** At least 0, below 1. */
  readonly random: () => number
}

/** What goes wrong from now on; each may be changed at any time. */
export interface Faults {
  /** So many answers to come have a bit turned over. */
  garbled: number
  /** So many answers to come are never sent. */
  dropped: number
  /** Hears nothing and says nothing. */
  stalled: boolean
  /** Every answer comes so much later. */
  lateMs: number
  /** Every answer is cut into pieces of so many bytes; 0: as they come. */
  pieces: number
}
export const noFaults = (): Faults => ({ garbled: 0, dropped: 0, stalled: false, lateMs: 0, pieces: 0 })

export interface PacedWire {
  readonly faults: Faults
  readonly hear: (bytes: Uint8Array) => void
  /** Of the controller's own accord. */
  readonly say: (bytes: Uint8Array) => void
  /** Nothing is said from now on, and what was to be said is not. */
  readonly stop: () => void
}

/** A computer hands on what a converter gathered in about this many characters. */
const lump = 14

export function pacedWire({ side, characterMs, turnaroundMs, clock, send, random }: PacedEndParts): PacedWire {
  const faults = noFaults()
  const stopped = new AbortController()
  const coming: { byte: number; atMs: number }[] = []
  let wireFreeAt = clock.monotonic()
  let busy = false

  const until = async (atMs: number): Promise<void> => {
    for (let left = atMs - clock.monotonic(); left > 0 && !stopped.signal.aborted; left = atMs - clock.monotonic()) {
      // oxlint-disable-next-line no-await-in-loop
      await clock.wait(left, stopped.signal)
    }
  }

  const garble = (bytes: Uint8Array): Uint8Array => {
    const at = Math.floor(random() * bytes.length)
    const bit = 1 << Math.floor(random() * 8)
    return bytes.map((byte, index) => (index === at ? byte ^ bit : byte))
  }

  const answer = async (bytes: Uint8Array, fromMs: number): Promise<void> => {
    if (faults.dropped > 0) {
      faults.dropped -= 1
      return
    }
    const garbled = faults.garbled > 0
    if (garbled) faults.garbled -= 1
    const sent = garbled ? garble(bytes) : bytes
    const size = faults.pieces > 0 ? faults.pieces : characterMs > 0 ? lump : sent.length
    for (let from = 0; from < sent.length; from += size) {
      const to = Math.min(sent.length, from + size)
      // oxlint-disable-next-line no-await-in-loop
      await until(fromMs + to * characterMs)
      if (stopped.signal.aborted) return
      send(sent.slice(from, to))
    }
    wireFreeAt = Math.max(wireFreeAt, clock.monotonic())
  }

  const work = async (): Promise<void> => {
    for (let next = coming.shift(); next !== undefined && !stopped.signal.aborted; next = coming.shift()) {
      // oxlint-disable-next-line no-await-in-loop
      await until(next.atMs)
      const said = faults.stalled ? null : side.hear(next.byte, clock.monotonic())
      if (said === null) continue
      const fromMs = next.atMs + 3.5 * characterMs + turnaroundMs + faults.lateMs
      // oxlint-disable-next-line no-await-in-loop
      await until(fromMs)
      // oxlint-disable-next-line no-await-in-loop
      await answer(said, fromMs)
    }
    busy = false
  }

  return {
    faults,
    hear: (bytes) => {
      wireFreeAt = Math.max(wireFreeAt, clock.monotonic())
      for (const byte of bytes) {
        wireFreeAt += characterMs
        coming.push({ byte, atMs: wireFreeAt })
      }
      if (busy || stopped.signal.aborted) return
      busy = true
      void work()
    },
    say: (bytes) => void answer(bytes, clock.monotonic()),
    stop: () => stopped.abort(),
  }
}

// One line over any wire: its one end, its listeners, and the deadline of a write. What a serial port and a socket have in common.
import type { Clock } from '../../platform/clock.ts'
import { LineError, type Line, type LineEnd } from './transport.ts'

/** An open port or socket; it may fail to call back, and may be written to after its end. */
export interface Wire {
  /** `done` is given the wire's end where it failed. */
  readonly write: (bytes: Uint8Array, done: (end: LineEnd | null) => void) => void
  /** Called once, at the end of whatever kind; resolves when the port is free. */
  readonly close: () => Promise<void>
}

export interface WiredLine {
  readonly line: Line
  readonly received: (bytes: Uint8Array) => void
  /** The first call counts. */
  readonly over: (end: LineEnd) => void
}

/** `writeDeadlineMs` is how long the system may take over a write of `bytes` bytes. */
export function lineOver(wire: Wire, clock: Clock, writeDeadlineMs: (bytes: number) => number): WiredLine {
  const listeners = new Set<(bytes: Uint8Array) => void>()
  const { promise: ended, resolve: tell } = Promise.withResolvers<LineEnd>()
  let end: LineEnd | null = null
  let freed: Promise<void> = Promise.resolve()

  const over = (how: LineEnd): void => {
    if (end !== null) return
    end = how
    listeners.clear()
    freed = wire.close()
    tell(how)
  }

  const write = async (bytes: Uint8Array): Promise<void> => {
    if (end !== null) throw new LineError(end)
    const given = new AbortController()
    const deadlineMs = writeDeadlineMs(bytes.length)
    const failed = await Promise.race([
      new Promise<LineEnd | null>((resolve) => wire.write(bytes, resolve)),
      ended,
      clock.wait(deadlineMs, given.signal).then((): LineEnd => {
        return { code: 'io_error', message: `the system did not take ${bytes.length} bytes in ${deadlineMs} ms` }
      }),
    ])
    given.abort()
    if (failed === null) return
    over(failed)
    throw new LineError(await ended)
  }

  return {
    line: {
      write,
      onBytes: (listener) => {
        if (end === null) listeners.add(listener)
        return () => listeners.delete(listener)
      },
      ended,
      close: async () => {
        over({ code: 'closed', message: 'closed by us' })
        await freed
      },
    },
    received: (bytes) => {
      for (const listener of listeners) listener(bytes)
    },
    over,
  }
}

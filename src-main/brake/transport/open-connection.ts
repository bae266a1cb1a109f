// One line over any wire: its one end, its listeners, and the deadline of a write. What a serial port and a socket have in common.
import type { Clock } from '../../platform/clock.ts'
import { ConnectionError, type Connection, type ConnectionEnd } from './transport.ts'

/** An open port or socket; it may fail to call back, and may be written to after its end. */
export interface Wire {
  /** `done` is given the wire's end where it failed. */
  readonly write: (bytes: Uint8Array, done: (end: ConnectionEnd | null) => void) => void
  /** Called once, at the end of whatever kind; resolves when the port is free. */
  readonly close: () => Promise<void>
}

export interface WiredLine {
  readonly line: Connection
  readonly received: (bytes: Uint8Array) => void
  /** The first call counts. */
  readonly over: (end: ConnectionEnd) => void
}

/** `writeDeadlineMs` is how long the system may take over a write of `bytes` bytes. */
export function openConnection(wire: Wire, clock: Clock, writeDeadlineMs: (bytes: number) => number): WiredLine {
  const listeners = new Set<(bytes: Uint8Array) => void>()
  const { promise: ended, resolve: tell } = Promise.withResolvers<ConnectionEnd>()
  const writing = new Set<(failed: ConnectionEnd | null) => void>()
  let end: ConnectionEnd | null = null
  let freed: Promise<void> = Promise.resolve()

  const over = (how: ConnectionEnd): void => {
    if (end !== null) return
    end = how
    listeners.clear()
    freed = wire.close()
    for (const settle of writing) settle(how)
    tell(how)
  }

  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      if (end !== null) return reject(new ConnectionError(end))
      const settled = new AbortController()
      const settle = (failed: ConnectionEnd | null): void => {
        if (!writing.delete(settle)) return
        settled.abort()
        if (failed === null) return resolve()
        over(failed)
        reject(new ConnectionError(end ?? failed))
      }
      writing.add(settle)
      wire.write(bytes, settle)
      const deadlineMs = writeDeadlineMs(bytes.length)
      const late: ConnectionEnd = {
        code: 'io_error',
        message: `the system did not take ${bytes.length} bytes in ${deadlineMs} ms`,
      }
      void clock.wait(deadlineMs, settled.signal).then(() => settle(late))
    })

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

// What serial ports and sockets have in common: a connection with one end, its listeners, and a deadline for each write.
import { Emitter, rejectUnhandled } from '../../../shared/base/emitter.ts'
import { waitForDeadline, type Clock } from '../../platform/clock.ts'
import { ConnectionError, type Connection, type ConnectionEnd } from './transport.ts'

/** An open port or socket. It may never call back, and it may be written to after its end. */
export interface Wire {
  /** Calls `done` with null when the bytes are written, or with the reason of a failure. */
  readonly write: (bytes: Uint8Array, done: (failure: ConnectionEnd | null) => void) => void
  /** Called once, at any end. Resolves when the port is free. */
  readonly close: () => Promise<void>
}

export interface OpenedConnection {
  readonly connection: Connection
  /** Passes received bytes to the listeners. */
  readonly receive: (bytes: Uint8Array) => void
  /** Ends the connection. Only the first call has an effect. */
  readonly end: (reason: ConnectionEnd) => void
}

/** `writeDeadlineMs`: how long the system may take to accept this number of bytes. */
export const openConnection = (
  wire: Wire,
  clock: Clock,
  writeDeadlineMs: (byteCount: number) => number,
): OpenedConnection => {
  const connection = new WireConnection(wire, clock, writeDeadlineMs)
  return { connection, receive: connection.receive, end: connection.end }
}

class WireConnection implements Connection {
  readonly ended: Promise<ConnectionEnd>
  readonly #wire: Wire
  readonly #clock: Clock
  readonly #writeDeadlineMs: (byteCount: number) => number
  readonly #resolveEnded: (reason: ConnectionEnd) => void
  readonly #bytes = new Emitter<Uint8Array>((error) => void rejectUnhandled(error))
  /** Settles each pending write; the argument is the reason of its failure. */
  readonly #pendingWrites = new Set<(failure: ConnectionEnd | null) => void>()
  #endReason: ConnectionEnd | null = null
  #wireClosed: Promise<void> = Promise.resolve()

  constructor(wire: Wire, clock: Clock, writeDeadlineMs: (byteCount: number) => number) {
    this.#wire = wire
    this.#clock = clock
    this.#writeDeadlineMs = writeDeadlineMs
    const { promise, resolve } = Promise.withResolvers<ConnectionEnd>()
    this.ended = promise
    this.#resolveEnded = resolve
  }

  readonly onBytes: Connection['onBytes'] = (listener) => this.#bytes.subscribe(listener)

  readonly receive = (bytes: Uint8Array): void => {
    if (this.#endReason === null) this.#bytes.emit(bytes)
  }

  readonly end = (reason: ConnectionEnd): void => {
    if (this.#endReason !== null) return
    this.#endReason = reason
    this.#wireClosed = this.#wire.close()
    for (const settle of this.#pendingWrites) settle(reason)
    this.#resolveEnded(reason)
  }

  readonly write: Connection['write'] = (bytes) =>
    new Promise((resolve, reject) => {
      if (this.#endReason !== null) return reject(new ConnectionError(this.#endReason))
      const settled = new AbortController()
      const settle = (failure: ConnectionEnd | null): void => {
        if (!this.#pendingWrites.delete(settle)) return
        settled.abort()
        if (failure === null) return resolve()
        this.end(failure)
        reject(new ConnectionError(this.#endReason ?? failure))
      }
      this.#pendingWrites.add(settle)
      this.#wire.write(bytes, settle)
      const deadlineMs = this.#writeDeadlineMs(bytes.length)
      const message = `the system did not accept ${bytes.length} bytes within ${deadlineMs} ms`
      void waitForDeadline(this.#clock, deadlineMs, settled.signal).then(() => settle({ code: 'io_error', message }))
    })

  readonly close = async (): Promise<void> => {
    this.end({ code: 'closed', message: 'closed by this program' })
    await this.#wireClosed
  }
}

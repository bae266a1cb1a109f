// The interface of a connection to a controller, and the reasons for which it ends. Opens nothing.

import type { Unsubscribe } from '../../../shared/base/emitter.ts'

export type ConnectionEndCode =
  /** The cable or the converter was removed. */
  | 'unplugged'
  /** Another program uses the port. */
  | 'port_busy'
  /** This user is not allowed to open the port: the group `dialout` or the udev rule is missing. */
  | 'permission_denied'
  /** The port, the device with these numbers, or the host name does not exist. */
  | 'not_found'
  /** No program listens at the address, or the address cannot be reached. */
  | 'refused'
  /** The system failed to read or write, or a write did not finish before its deadline. */
  | 'io_error'
  /** Closed by this program, or by the other side without an error. */
  | 'closed'

export interface ConnectionEnd {
  readonly code: ConnectionEndCode
  /** The system's message, in English; for the log. */
  readonly message: string
}

/** The only error with which `open` and `write` reject. */
export class ConnectionError extends Error {
  readonly code: ConnectionEndCode

  constructor({ code, message }: ConnectionEnd, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConnectionError'
    this.code = code
  }
}

/**
 * An open connection. Its first error ends it; nothing is retried, and the caller must open a new connection. It reads from the moment
 * it is opened, because a removed port is detected only during a read. Bytes that arrive before the first `onBytes` are discarded.
 */
export interface Connection {
  /**
   * Resolves when the system has accepted all bytes. Rejects with a ConnectionError if the connection has ended or ends meanwhile. If the
   * system does not accept the bytes before the deadline, the connection ends. Writes are sent in the order of the calls.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** The bytes arrive in parts of any size. */
  readonly onBytes: (listener: (bytes: Uint8Array) => void) => Unsubscribe
  /** Resolves once, never rejects. */
  readonly ended: Promise<ConnectionEnd>
  /** Ends the connection as 'closed' if it has not ended. Resolves when other programs can open the port. Never rejects. */
  readonly close: () => Promise<void>
}

export interface Transport {
  /** The address, unchanged. */
  readonly uri: string
  /** The transmission time of one character in ms, with start, parity and stop bits; 0 for TCP. */
  readonly characterMs: number
  /**
   * Rejects with a ConnectionError; if `signal` is aborted, with the code 'closed', and the port is free again. Each call opens a new
   * connection, and searches again for a device that is given by its numbers.
   */
  readonly open: (signal: AbortSignal) => Promise<Connection>
}

// The bytes between this computer and a controller: what a line is, and every way in which it ends. Types and one error; no port
// is opened here.

export const connectionEndCodes = [
  /** The cable or the converter is gone. */
  'unplugged',
  /** Another program has the port. */
  'port_busy',
  /** This user may not open it: `dialout`, or the udev rule. */
  'permission_denied',
  /** No such port, no device of this vendor, product or serial number, or a host whose name is unknown. */
  'not_found',
  /** Nobody listens at the address, or the address is not reached. */
  'refused',
  /** The system failed to read or write, or a write did not come through within its deadline. */
  'io_error',
  /** Closed by us, or by the other side in good order. */
  'closed',
] as const
export type ConnectionEndCode = (typeof connectionEndCodes)[number]

export interface ConnectionEnd {
  readonly code: ConnectionEndCode
  /** The system's own words, in English; for the log. */
  readonly message: string
}

/** `open` and `write` reject with this and with nothing else. */
export class ConnectionError extends Error {
  readonly code: ConnectionEndCode

  constructor({ code, message }: ConnectionEnd, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LineError'
    this.code = code
  }
}

/**
 * An open line. Its first error is its end: nothing is tried again on it, whoever wants to go on opens another.
 * It was listened to from the moment it was opened, since a port notices that it was pulled out only then; what comes before the
 * first `onBytes` is thrown away.
 */
export interface Connection {
  /**
   * Resolves when the system has taken all of it. Rejects with a LineError when the line has ended, or ends before, or does not
   * take it within the deadline, which ends it. Writes go out in the order of the calls.
   */
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** As they come, cut anywhere. Returns what takes the listener away. */
  readonly onBytes: (listener: (bytes: Uint8Array) => void) => () => void
  /** Resolves once, never rejects. */
  readonly ended: Promise<ConnectionEnd>
  /** Ends the line as 'closed' where it has not ended; resolves when the port is free for others. Never rejects. */
  readonly close: () => Promise<void>
}

export interface Transport {
  /** As it was given. */
  readonly uri: string
  /** How long one character takes, start, parity and stop bits with it, in ms; 0 where the line has no such pace (TCP). */
  readonly characterMs: number
  /**
   * Rejects with a LineError; when `signal` is aborted with one of the code 'closed', and the port is free again.
   * Each call opens anew: a device that is given by its numbers is looked for anew too.
   */
  readonly open: (signal: AbortSignal) => Promise<Connection>
}

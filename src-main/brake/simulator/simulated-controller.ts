// What a simulated controller speaks: bytes in, answers out. Types; each protocol is a side of its own over the same machine.

/** The time is the moment at which the byte is there, in ms of the simulator's clock. */
export interface SimulatedController {
  /** The whole answer once a request is whole; null while it is not, or when nothing is to be said. */
  readonly hear: (byte: number, atMs: number) => Uint8Array | null
}

// The interface of a simulated controller: bytes come in, answers go out. Each protocol implements it for the same machine. Types only.

export interface SimulatedController {
  /** Returns the complete answer to the request that this byte completes; null: no answer. `atMs`: on the simulator's clock. */
  readonly receive: (byte: number, atMs: number) => Uint8Array | null
  /** The network connection has ended: a request that arrived in part is discarded. */
  readonly endConnection: () => void
}

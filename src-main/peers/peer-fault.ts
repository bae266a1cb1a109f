// What a peer did wrong. Pure.

/** A peer sent something that the protocol does not allow. Every other error is this station's own, such as a full disk. */
export class PeerFaultError extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'PeerFaultError'
  }
}

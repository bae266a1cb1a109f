// Makes a channel of anything that carries text in order: a MessagePort, a WebSocket or two ends in memory. Pure.
import { Emitter, rejectUnhandled } from '../../base/emitter.ts'
import type { Channel } from './protocol.ts'

export interface Wire {
  /** Called only while the channel is open. */
  send: (text: string) => void
  /** Notifies the other side. Called at most once. */
  close: () => void
}

const malformed = Symbol('malformed')

/**
 * Copies frames through JSON, so that all channels treat them alike. Buffers frames until there is a listener. After the close it
 * neither sends nor delivers, and a close listener that is added then is called at once.
 */
export class WireChannel implements Channel {
  readonly #wire: Wire
  readonly #earlyFrames: unknown[] = []
  readonly #closed = new Emitter<undefined>((error) => void rejectUnhandled(error))
  #frameListener: ((frame: unknown) => void) | null = null
  #isOpen = true

  constructor(wire: Wire) {
    this.#wire = wire
  }

  readonly send = (frame: unknown): void => {
    if (this.#isOpen) this.#wire.send(JSON.stringify(frame))
  }

  readonly onMessage = (listener: (frame: unknown) => void): void => {
    this.#frameListener = listener
    // a listener may replace itself while it handles a frame
    while (this.#earlyFrames.length > 0) this.#frameListener(this.#earlyFrames.shift())
  }

  readonly onClose = (listener: () => void): void => {
    if (this.#isOpen) this.#closed.subscribe(listener)
    else listener()
  }

  readonly close = (): void => {
    if (!this.#isOpen) return
    this.#wire.close()
    this.handleLoss()
  }

  /** Delivers what came over the wire. Anything but JSON text closes the channel. */
  readonly receive = (data: unknown): void => {
    if (!this.#isOpen) return
    const frame = typeof data === 'string' ? parse(data) : malformed
    if (frame === malformed) this.close()
    else if (this.#frameListener === null) this.#earlyFrames.push(frame)
    else this.#frameListener(frame)
  }

  /** Closes the channel because the wire is gone. */
  readonly handleLoss = (): void => {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#earlyFrames.length = 0
    this.#closed.emit(undefined)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return malformed
  }
}

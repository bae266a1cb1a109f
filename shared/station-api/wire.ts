// Makes a channel of anything that carries text in order: what is common to a MessagePort, a WebSocket and two ends in memory.
import type { Channel } from './channel.ts'

export interface Wire {
  /** Called only while the channel is open. */
  send: (text: string) => void
  /** Lets the other side know. Called at most once. */
  close: () => void
}

export interface WireEnd {
  channel: Channel
  /** What came over the wire. Anything but JSON text closes the channel. */
  receive: (data: unknown) => void
  /** The wire is gone: the channel closes. */
  lost: () => void
}

/**
 * Frames are copied through JSON, so every channel treats them alike. What comes before anyone listens is kept; after the
 * close nothing is sent or delivered, and whoever asks for the close afterwards is told at once.
 */
export function channelOver(wire: Wire): WireEnd {
  const early: unknown[] = []
  const closers: (() => void)[] = []
  let listener: ((frame: unknown) => void) | null = null
  let open = true

  const shut = (): void => {
    open = false
    early.length = 0
    for (const closer of closers.splice(0)) closer()
  }
  const close = (): void => {
    if (!open) return
    wire.close()
    shut()
  }
  return {
    channel: {
      send: (frame) => {
        if (open) wire.send(JSON.stringify(frame))
      },
      onMessage: (next) => {
        listener = next
        // a listener may hand over to another one while it takes the first frame
        while (early.length > 0) listener(early.shift())
      },
      onClose: (closer) => {
        if (open) closers.push(closer)
        else closer()
      },
      close,
    },
    receive: (data) => {
      if (!open) return
      const frame = typeof data === 'string' ? parse(data) : malformed
      if (frame === malformed) close()
      else if (listener === null) early.push(frame)
      else listener(frame)
    },
    lost: () => {
      if (open) shut()
    },
  }
}

const malformed = Symbol('malformed')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return malformed
  }
}

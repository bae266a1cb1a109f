// The adapter over a MessagePort: the page's in Electron, the station host's, or one of Node's threads.
import type { Channel } from './channel.ts'
import { channelOver } from './wire.ts'

/** What every MessagePort can do; structural, because each of the three worlds has its own type for it. */
export interface Port {
  postMessage: (message: string | null) => void
  start: () => void
  close: () => void
  onMessage: (listener: (data: unknown) => void) => void
  /** Told when the other end is gone, where the world has such an event: a plain page has none before Chromium 122. */
  onClose: (listener: () => void) => void
}

/** A null is the farewell: it tells the other end of a close where the port itself does not. */
export function messagePortChannel(port: Port): Channel {
  const end = channelOver({
    send: (text) => port.postMessage(text),
    close: () => {
      port.postMessage(null)
      port.close()
    },
  })
  port.onMessage((data) => {
    if (data !== null) return end.receive(data)
    end.lost()
    port.close()
  })
  port.onClose(end.lost)
  port.start()
  return end.channel
}

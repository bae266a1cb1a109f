// A channel over a MessagePort, which belongs to the page in Electron, to the station host, or to one of Node's threads.
import type { Channel } from './protocol.ts'
import { WireChannel } from './wire-channel.ts'

/** What every MessagePort can do. Structural, because page, Electron and Node have different types for it. */
export interface Port {
  postMessage: (message: string | null) => void
  start: () => void
  close: () => void
  onMessage: (listener: (data: unknown) => void) => void
  /** Called when the other end is closed, if the environment has such an event: a page has none before Chromium 122. */
  onClose: (listener: () => void) => void
}

/** Sends null before it closes, so that the other end learns of it where the port has no close event. */
export function messagePortChannel(port: Port): Channel {
  const channel = new WireChannel({
    send: (text) => port.postMessage(text),
    close: () => {
      port.postMessage(null)
      port.close()
    },
  })
  port.onMessage((data) => {
    if (data !== null) return channel.receive(data)
    channel.handleLoss()
    port.close()
  })
  port.onClose(channel.handleLoss)
  port.start()
  return channel
}

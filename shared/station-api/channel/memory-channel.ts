// Two ends of a channel in one process, for tests and for a station inside the same program.
import type { Channel } from './protocol.ts'
import { WireChannel } from './wire-channel.ts'

/** What one end sends, the other receives in a later microtask. */
export function memoryChannels(): [Channel, Channel] {
  const first: WireChannel = new WireChannel({
    send: (text) => runSoon(() => second.receive(text)),
    close: () => runSoon(() => second.handleLoss()),
  })
  const second: WireChannel = new WireChannel({
    send: (text) => runSoon(() => first.receive(text)),
    close: () => runSoon(() => first.handleLoss()),
  })
  return [first, second]
}

const runSoon = (task: () => void): void => void Promise.resolve().then(task)

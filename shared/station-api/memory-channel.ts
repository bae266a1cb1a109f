// The adapter without a wire: two ends in one process, for tests and for a station inside the same program. What passes is
// copied through JSON, as on every other channel.
import type { Channel } from './channel.ts'
import { channelOver, type WireEnd } from './wire.ts'

export function memoryChannels(): [Channel, Channel] {
  const one: WireEnd = channelOver({
    send: (text) => soon(() => other.receive(text)),
    close: () => soon(() => other.lost()),
  })
  const other: WireEnd = channelOver({
    send: (text) => soon(() => one.receive(text)),
    close: () => soon(() => one.lost()),
  })
  return [one.channel, other.channel]
}

const soon = (task: () => void): void => void Promise.resolve().then(task)

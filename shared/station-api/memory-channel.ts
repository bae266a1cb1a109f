// The adapter without a wire: two ends in one process, for tests and for a station inside the same program. What passes is
// copied through JSON, as on every other channel.
import type { Channel } from './channel.ts'

export function memoryChannels(): [Channel, Channel] {
  const ends = [makeEnd(), makeEnd()] as const
  let open = true
  const close = (): void => {
    if (!open) return
    open = false
    for (const end of ends) queueMicrotaskLike(() => end.closers.forEach((listener) => listener()))
  }
  const channel = (own: End, other: End): Channel => ({
    send: (frame) => {
      const text = JSON.stringify(frame)
      queueMicrotaskLike(() => open && other.deliver(JSON.parse(text)))
    },
    onMessage: (listener) => own.listen(listener),
    onClose: (listener) => void own.closers.push(listener),
    close,
  })
  return [channel(ends[0], ends[1]), channel(ends[1], ends[0])]
}

interface End {
  closers: (() => void)[]
  listen: (listener: (frame: unknown) => void) => void
  deliver: (frame: unknown) => void
}

/** Keeps what comes before anyone listens. */
function makeEnd(): End {
  const early: unknown[] = []
  let listener: ((frame: unknown) => void) | null = null
  return {
    closers: [],
    listen: (next) => {
      listener = next
      for (const frame of early.splice(0)) next(frame)
    },
    deliver: (frame) => {
      if (listener === null) early.push(frame)
      else listener(frame)
    },
  }
}

const queueMicrotaskLike = (task: () => unknown): void => void Promise.resolve().then(task)

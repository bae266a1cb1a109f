// The screen's side of the channel: calls with their answers, pushes in order, a new channel with backoff when one is lost.
// A lost channel rejects every call that waits, so that none hangs.
import { answerFrame, type AnswerFrame, type Channel } from './channel.ts'
import type { Grant } from './calls/call.ts'
import {
  CallError,
  calls,
  pushes,
  type CallIn,
  type CallName,
  type CallOut,
  type Push,
  type PushName,
  type Snapshot,
} from './contract.ts'
import { withExport } from './export-view.ts'

export type LinkMessage =
  | { kind: 'link'; state: 'connecting' | 'open' | 'lost' }
  /** `grants`: what this screen may do. */
  | { kind: 'snapshot'; snapshot: Snapshot; grants: readonly Grant[] }
  | ({ kind: 'push' } & Push)

/** All that a screen knows of the station. */
export interface StationLink {
  call: <Name extends CallName>(name: Name, input: CallIn<Name>) => Promise<CallOut<Name>>
  /** Tells the state of the link at once, the last snapshot if there is one, then everything that follows. */
  subscribe: (listener: (message: LinkMessage) => void) => () => void
  close: () => void
}

const backoffMs = [250, 500, 1_000, 2_000, 5_000] as const

export interface LinkOptions {
  open: () => Promise<Channel>
  wait: (ms: number) => Promise<void>
}

export function createLink({ open, wait }: LinkOptions): StationLink {
  const listeners = new Set<(message: LinkMessage) => void>()
  const waiting = new Map<
    number,
    { name: CallName; resolve: (out: never) => void; reject: (error: CallError) => void }
  >()
  let channel: Channel | null = null
  let state: 'connecting' | 'open' | 'lost' = 'connecting'
  let last: Snapshot | null = null
  let granted: readonly Grant[] = []
  let nextId = 1
  let nextSeq = 0
  let closed = false

  const tell = (message: LinkMessage): void => {
    for (const listener of listeners) listener(message)
  }
  const become = (next: typeof state): void => {
    state = next
    tell({ kind: 'link', state })
  }
  const rejectAll = (): void => {
    for (const { name, reject } of waiting.values())
      reject(new CallError('link_lost', `${name}: the link to the station was lost`))
    waiting.clear()
  }

  const receive = (from: Channel, raw: unknown): void => {
    if (from !== channel) return
    const parsed = answerFrame.safeParse(raw)
    if (!parsed.success) from.close()
    else if (!accept(parsed.data)) from.close()
  }
  const accept = (frame: AnswerFrame): boolean => {
    switch (frame.kind) {
      case 'snapshot':
        nextSeq = frame.seq + 1
        last = frame.snapshot
        granted = frame.grants
        become('open')
        tell({ kind: 'snapshot', snapshot: frame.snapshot, grants: granted })
        return true
      case 'push':
        return frame.seq === nextSeq++ && pushed(frame.name, frame.data)
      case 'result':
      case 'error':
        return settle(frame)
    }
  }
  const pushed = (name: string, raw: unknown): boolean => {
    if (!isPushName(name)) return false
    const data = pushes[name].safeParse(raw)
    if (!data.success) return false
    const push = { name, data: data.data } as Push
    last = after(last, push)
    if (push.name === 'grants') granted = push.data.open
    tell({ kind: 'push', ...push })
    return true
  }
  const settle = (frame: Extract<AnswerFrame, { kind: 'result' | 'error' }>): boolean => {
    const call = waiting.get(frame.id)
    if (call === undefined) return true
    waiting.delete(frame.id)
    if (frame.kind === 'error') {
      call.reject(new CallError(frame.error.code, frame.error.message))
      return true
    }
    const out = calls[call.name].out.safeParse(frame.out)
    if (out.success) call.resolve(out.data as never)
    else call.reject(new CallError('bad_output', `${call.name} answered with something that is not of its contract`))
    return true
  }

  const keepOpen = async (): Promise<void> => {
    let tries = 0
    while (!closed) {
      try {
        const opened = await open()
        if (closed) return opened.close()
        channel = opened
        const gone = new Promise<void>((resolve) => opened.onClose(resolve))
        opened.onMessage((raw) => receive(opened, raw))
        await gone
        if (state === 'open') tries = 0
      } catch {
        // what kept it from opening is the adapter's to tell; here it is one more try
      }
      channel = null
      rejectAll()
      if (closed) return
      become('lost')
      await wait(backoffMs[Math.min(tries++, backoffMs.length - 1)] ?? 5_000)
      if (!closed) become('connecting')
    }
  }
  void keepOpen()

  return {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        if (channel === null || state !== 'open') {
          reject(new CallError('link_lost', `${name}: there is no link to the station`))
          return
        }
        const id = nextId++
        waiting.set(id, { name, resolve, reject })
        channel.send({ kind: 'call', id, name, in: input })
      }),
    subscribe: (listener) => {
      listeners.add(listener)
      listener({ kind: 'link', state })
      if (last !== null) listener({ kind: 'snapshot', snapshot: last, grants: granted })
      return () => void listeners.delete(listener)
    },
    close: () => {
      closed = true
      channel?.close()
      rejectAll()
    },
  }
}

/** What a snapshot would say now: whoever subscribes later is told that. */
function after(last: Snapshot | null, push: Push): Snapshot | null {
  if (last === null) return null
  if (push.name === 'status') return { ...last, status: push.data }
  if (push.name === 'brake') return { ...last, brake: push.data }
  if (push.name === 'shell') return { ...last, shell: push.data }
  return push.name === 'export' ? { ...last, exports: withExport(last.exports, push.data) } : last
}

const isPushName = (name: string): name is PushName => Object.hasOwn(pushes, name)

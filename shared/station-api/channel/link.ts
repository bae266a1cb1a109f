// The screen's end of a channel: calls with their answers, pushes in order, and a new channel with backoff after a loss. A loss
// rejects every pending call, so that none hangs.
import { backoffMs, type BackoffSteps } from '../../base/backoff.ts'
import { Emitter, rejectUnhandled, type Unsubscribe } from '../../base/emitter.ts'
import { CallError } from '../call-error.ts'
import { calls, type CallIn, type CallName, type CallOut } from '../calls/index.ts'
import { pushes, type Push, type PushName, type Snapshot } from '../contract.ts'
import { withExport, type Grant } from '../views/index.ts'
import { stationFrame, type Channel, type StationFrame } from './protocol.ts'

type LinkState = 'connecting' | 'open' | 'lost'

export type LinkMessage =
  | { kind: 'link'; state: LinkState }
  /** `grants`: what this screen may do. */
  | { kind: 'snapshot'; snapshot: Snapshot; grants: readonly Grant[] }
  | ({ kind: 'push' } & Push)

/** Calls its listener when the answer is not needed any more. A function, because Electron's bridge passes no AbortSignal. */
export type OnCancel = (cancel: () => void) => void

/** How a screen reaches the station. */
export interface StationLink {
  /** A call that is cancelled rejects with 'cancelled'. */
  call: <Name extends CallName>(name: Name, input: CallIn<Name>, onCancel?: OnCancel) => Promise<CallOut<Name>>
  /** Sends the listener the state of the link and the last snapshot, if there is one, and then everything that follows. */
  subscribe: (listener: (message: LinkMessage) => void) => Unsubscribe
  close: () => void
}

export interface LinkOptions {
  /** Opens a new channel; rejects where the station cannot be reached. */
  open: () => Promise<Channel>
  wait: (ms: number) => Promise<void>
}

interface PendingCall {
  name: CallName
  resolve: (output: never) => void
  reject: (error: CallError) => void
}

const reconnectPausesMs: BackoffSteps = [250, 500, 1_000, 2_000, 5_000]

/** Connects at once and reconnects until it is closed. */
export class ReconnectingLink implements StationLink {
  readonly #options: LinkOptions
  readonly #messages = new Emitter<LinkMessage>((error) => void rejectUnhandled(error))
  readonly #pendingCalls = new Map<number, PendingCall>()
  #channel: Channel | null = null
  #state: LinkState = 'connecting'
  #snapshot: Snapshot | null = null
  #grants: readonly Grant[] = []
  #nextCallId = 1
  #nextSeq = 0
  #isClosed = false

  constructor(options: LinkOptions) {
    this.#options = options
    void this.#keepConnected()
  }

  readonly call = <Name extends CallName>(
    name: Name,
    input: CallIn<Name>,
    onCancel?: OnCancel,
  ): Promise<CallOut<Name>> =>
    new Promise((resolve, reject) => {
      if (this.#channel === null || this.#state !== 'open') {
        reject(new CallError('link_lost', `${name}: there is no link to the station`))
        return
      }
      const id = this.#nextCallId++
      this.#pendingCalls.set(id, { name, resolve, reject })
      this.#channel.send({ kind: 'call', id, name, in: input })
      onCancel?.(() => this.#cancelCall(id))
    })

  readonly subscribe = (listener: (message: LinkMessage) => void): Unsubscribe => {
    const unsubscribe = this.#messages.subscribe(listener)
    listener({ kind: 'link', state: this.#state })
    if (this.#snapshot !== null) listener({ kind: 'snapshot', snapshot: this.#snapshot, grants: this.#grants })
    return unsubscribe
  }

  readonly close = (): void => {
    this.#isClosed = true
    this.#channel?.close()
    this.#rejectPendingCalls()
  }

  async #keepConnected(): Promise<void> {
    let failures = 0
    while (!this.#isClosed) {
      try {
        const channel = await this.#options.open()
        if (this.#isClosed) return channel.close()
        await this.#useUntilClosed(channel)
        if (this.#state === 'open') failures = 0
      } catch {
        // the adapter reports why it could not open; the link only tries again
      }
      this.#channel = null
      this.#rejectPendingCalls()
      if (this.#isClosed) return
      this.#setState('lost')
      failures += 1
      await this.#options.wait(backoffMs(reconnectPausesMs, failures))
      if (!this.#isClosed) this.#setState('connecting')
    }
  }

  async #useUntilClosed(channel: Channel): Promise<void> {
    this.#channel = channel
    const closed = new Promise<void>((resolve) => channel.onClose(resolve))
    channel.onMessage((raw) => {
      if (channel === this.#channel && !this.#accept(raw)) channel.close()
    })
    await closed
  }

  /** False: the frame violates the protocol. */
  #accept(raw: unknown): boolean {
    const parsed = stationFrame.safeParse(raw)
    if (!parsed.success) return false
    const frame = parsed.data
    switch (frame.kind) {
      case 'snapshot':
        this.#acceptSnapshot(frame)
        return true
      case 'push':
        return frame.seq === this.#nextSeq++ && this.#acceptPush(frame.name, frame.data)
      case 'result':
      case 'error':
        this.#settleCall(frame)
        return true
    }
  }

  #acceptSnapshot({ seq, snapshot, grants }: Extract<StationFrame, { kind: 'snapshot' }>): void {
    this.#nextSeq = seq + 1
    this.#snapshot = snapshot
    this.#grants = grants
    this.#setState('open')
    this.#messages.emit({ kind: 'snapshot', snapshot, grants })
  }

  #acceptPush(name: string, raw: unknown): boolean {
    if (!isPushName(name)) return false
    const data = pushes[name].data.safeParse(raw)
    if (!data.success) return false
    const push = { name, data: data.data } as Push
    this.#snapshot = applyPush(this.#snapshot, push)
    if (push.name === 'grants') this.#grants = push.data.open
    this.#messages.emit({ kind: 'push', ...push })
    return true
  }

  #settleCall(frame: Extract<StationFrame, { kind: 'result' | 'error' }>): void {
    const call = this.#pendingCalls.get(frame.id)
    if (call === undefined) return
    this.#pendingCalls.delete(frame.id)
    if (frame.kind === 'error') return call.reject(new CallError(frame.error.code, frame.error.message))
    const output = calls[call.name].out.safeParse(frame.out)
    if (output.success) call.resolve(output.data as never)
    else call.reject(new CallError('bad_output', `the answer of ${call.name} violates the contract`))
  }

  #cancelCall(id: number): void {
    const call = this.#pendingCalls.get(id)
    if (call === undefined) return
    this.#pendingCalls.delete(id)
    this.#channel?.send({ kind: 'cancel', id })
    call.reject(new CallError('cancelled', `${call.name} was cancelled`))
  }

  #rejectPendingCalls(): void {
    for (const { name, reject } of this.#pendingCalls.values())
      reject(new CallError('link_lost', `${name}: the link to the station was lost`))
    this.#pendingCalls.clear()
  }

  #setState(state: LinkState): void {
    this.#state = state
    this.#messages.emit({ kind: 'link', state })
  }
}

/** Keeps the snapshot current, so that a later subscriber receives the present state. */
function applyPush(snapshot: Snapshot | null, push: Push): Snapshot | null {
  if (snapshot === null) return null
  if (push.name === 'status') return { ...snapshot, status: push.data }
  if (push.name === 'brake') return { ...snapshot, brake: push.data }
  if (push.name === 'shell') return { ...snapshot, shell: push.data }
  return push.name === 'export' ? { ...snapshot, exports: withExport(snapshot.exports, push.data) } : snapshot
}

const isPushName = (name: string): name is PushName => Object.hasOwn(pushes, name)

// The station's end of a channel: sends a snapshot, then numbered pushes, and answers calls.
import { Cancellation } from '../../base/cancellation.ts'
import { unlockedAccess } from '../access.ts'
import { CallError } from '../call-error.ts'
import { pushes, snapshot, type Push, type Snapshot } from '../contract.ts'
import { grants, type GrantsView } from '../views/index.ts'
import { dispatch, isGranted, type AdmittedContext, type Context } from './dispatch.ts'
import { screenFrame, type Channel, type StationFrame } from './protocol.ts'

/**
 * Serves one screen until its channel closes. A frame that violates the protocol closes the channel. `onError` receives what the
 * station does wrong: an invalid push is omitted; without a valid snapshot the channel closes.
 */
export function serve(channel: Channel, context: Context): void {
  const firstSnapshot = readSnapshot(context)
  if (firstSnapshot === null) channel.close()
  else new ServedScreen(channel, context).start(firstSnapshot)
}

class ServedScreen {
  readonly #channel: Channel
  readonly #context: AdmittedContext
  /** The calls that are not answered yet, by their id. */
  readonly #calls = new Map<number, Cancellation>()
  #lastSeq = 0

  constructor(channel: Channel, context: Context) {
    this.#channel = channel
    const access = context.station.admit?.((view) => this.#pushGrants(view), channel.close)
    this.#context = { ...context, access: access ?? unlockedAccess([...context.grants]) }
  }

  start(firstSnapshot: Snapshot): void {
    const { station, access } = this.#context
    const granted = grants.filter((grant) => isGranted(this.#context, grant))
    this.#send({ kind: 'snapshot', seq: this.#lastSeq, snapshot: firstSnapshot, grants: granted })
    const unsubscribe = station.subscribe((push) => this.#push(push))
    this.#channel.onClose(() => {
      unsubscribe()
      access.close()
      for (const call of this.#calls.values()) call.cancel()
    })
    this.#channel.onMessage((frame) => this.#receive(frame))
  }

  #receive(raw: unknown): void {
    const frame = screenFrame.safeParse(raw)
    if (!frame.success) return this.#channel.close()
    const { data } = frame
    if (data.kind === 'cancel') this.#calls.get(data.id)?.cancel()
    else void this.#answer(data.id, data.name, data.in)
  }

  async #answer(id: number, name: string, input: unknown): Promise<void> {
    const call = new Cancellation((error) => this.#context.onError(`cancel ${name}`, error))
    this.#calls.set(id, call)
    const result = await dispatch(this.#context, { name, in: input }, call)
    if (this.#calls.get(id) === call) this.#calls.delete(id)
    if (result.ok) this.#send({ kind: 'result', id, out: result.value })
    else this.#send({ kind: 'error', id, error: result.error })
  }

  #push({ name, data }: Push): void {
    const parsed = pushes[name].data.safeParse(data)
    if (!parsed.success) return this.#context.onError(`push ${name}`, parsed.error)
    this.#lastSeq += 1
    this.#send({ kind: 'push', seq: this.#lastSeq, name, data: parsed.data })
  }

  /** The lock opens grants that this kind of connection may not allow. */
  #pushGrants(view: GrantsView): void {
    const open = view.open.filter((grant) => this.#context.grants.has(grant))
    this.#push({ name: 'grants', data: { ...view, open } })
  }

  #send(frame: StationFrame): void {
    this.#channel.send(frame)
  }
}

function readSnapshot({ station, onError }: Context): Snapshot | null {
  try {
    return snapshot.parse(station.snapshot())
  } catch (error) {
    // a station that restarts throws a CallError: the screen reconnects later
    if (!(error instanceof CallError)) onError('snapshot', error)
    return null
  }
}

// A small station behind the transport of an adapter, and the screens that a test connects to it.
import {
  ReconnectingLink,
  type Channel,
  type Context,
  type Grant,
  type LinkMessage,
  type StationLink,
} from '../../../shared/station-api/index.ts'
import { smallStation, type SmallStation } from './small-station.ts'

export interface Transport {
  /** Opens a channel and returns the screen's end. The other end is served with the context. */
  open: (context: Context) => Promise<Channel>
  /** Breaks the transport of every open channel without notifying either end. */
  cut: () => void
  close: () => Promise<void>
}

type Frame = Record<string, unknown>

/** A small station behind a transport, with the screens that a test opens. */
export class ConnectionRig {
  readonly station: SmallStation = smallStation()
  /** The errors that the dispatcher reported. */
  readonly errors: { name: string; error: unknown }[] = []
  readonly transport: Transport
  readonly #links: StationLink[] = []

  constructor(transport: Transport) {
    this.transport = transport
  }

  context(...grants: Grant[]): Context {
    return {
      grants: new Set(grants),
      station: this.station,
      onError: (name, error) => void this.errors.push({ name, error }),
    }
  }

  /** Opens a screen. Default grant: `operate`. */
  async open(...grants: Grant[]): Promise<Screen> {
    return screenOver(
      await this.transport.open(this.context(...(grants.length === 0 ? (['operate'] as const) : grants))),
    )
  }

  /** Opens a link that reconnects without a pause, and records its messages. */
  openLink(grant: Grant = 'operate'): { link: StationLink; messages: LinkMessage[] } {
    const messages: LinkMessage[] = []
    const link = new ReconnectingLink({
      open: () => this.transport.open(this.context(grant)),
      wait: () => Promise.resolve(),
    })
    this.#links.push(link)
    link.subscribe((message) => messages.push(message))
    return { link, messages }
  }

  async close(): Promise<void> {
    for (const link of this.#links) link.close()
    await this.transport.close()
  }
}

interface Screen {
  call: (id: number, name: string, input: unknown) => void
  send: (frame: unknown) => void
  close: () => void
  /** The next frame, or `{ closed: true }`. */
  next: () => Promise<Frame>
}

export function screenOver(channel: Channel): Screen {
  const receivedFrames: Frame[] = []
  const waiting: ((frame: Frame) => void)[] = []
  const deliver = (frame: Frame): void => {
    const resolve = waiting.shift()
    if (resolve === undefined) receivedFrames.push(frame)
    else resolve(frame)
  }
  channel.onMessage((frame) => deliver({ ...Object(frame) }))
  channel.onClose(() => deliver({ closed: true }))
  return {
    call: (id, name, input) => channel.send({ kind: 'call', id, name, in: input }),
    send: (frame) => channel.send(frame),
    close: () => channel.close(),
    next: () => {
      const frame = receivedFrames.shift()
      return frame === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(frame)
    },
  }
}

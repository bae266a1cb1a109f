// The protocol over any ordered two-way channel: in memory, a MessagePort, a WebSocket. The station's side gives a snapshot,
// then numbered pushes, and answers calls; the screen's side is in link.ts.
import * as z from 'zod'
import { grants } from './calls/call.ts'
import { CallError, callErrorCodes, pushes, snapshot, type Push, type Snapshot } from './contract.ts'
import { noLocks, type GrantsView } from './access.ts'
import { dispatch, mayNow, type AdmittedContext, type Context } from './dispatch.ts'

/**
 * Carries plain JSON data, in order. Made by an adapter; closes once, whichever side does it, and tells both. What is sent after
 * the close is dropped.
 */
export interface Channel {
  send: (frame: unknown) => void
  onMessage: (listener: (frame: unknown) => void) => void
  onClose: (listener: () => void) => void
  close: () => void
}

export const callFrame = z.strictObject({
  kind: z.literal('call'),
  id: z.int().min(1),
  name: z.string().max(100),
  in: z.unknown(),
})
export const answerFrame = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), id: z.int(), out: z.unknown() }),
  z.strictObject({
    kind: z.literal('error'),
    id: z.int(),
    error: z.strictObject({ code: z.enum(callErrorCodes), message: z.string() }),
  }),
  /** `grants`: what this screen may do. */
  z.strictObject({ kind: z.literal('snapshot'), seq: z.int(), snapshot, grants: z.array(z.enum(grants)) }),
  z.strictObject({ kind: z.literal('push'), seq: z.int(), name: z.string(), data: z.unknown() }),
])
export type AnswerFrame = z.infer<typeof answerFrame>

/**
 * Serves one screen until its channel closes: a snapshot, then numbered pushes and answers. A frame that is not of the protocol
 * closes the channel. What the station itself gets wrong is told to `onFault`: a push is then left out, and without a snapshot
 * the channel closes.
 */
export function serve(channel: Channel, context: Context): void {
  const { station, onFault } = context
  const send = (frame: AnswerFrame): void => channel.send(frame)
  const first = readSnapshot(context)
  if (first === null) return channel.close()
  let seq = 0
  const tell = ({ name, data }: Push): void => {
    const push = pushes[name].safeParse(data)
    if (!push.success) return onFault(`push ${name}`, push.error)
    seq += 1
    send({ kind: 'push', seq, name, data: push.data })
  }
  const throughDoor = (view: GrantsView): GrantsView => ({
    ...view,
    open: view.open.filter((grant) => context.grants.has(grant)),
  })
  const access =
    station.admit?.((view) => tell({ name: 'grants', data: throughDoor(view) }), channel.close) ??
    noLocks([...context.grants])
  const admitted: AdmittedContext = { ...context, access }
  send({ kind: 'snapshot', seq, snapshot: first, grants: grants.filter((grant) => mayNow(admitted, grant)) })
  const stop = station.subscribe(tell)
  channel.onClose(() => {
    stop()
    access.close()
  })
  channel.onMessage((raw) => {
    const frame = callFrame.safeParse(raw)
    if (!frame.success) return channel.close()
    const { id, name } = frame.data
    void dispatch(admitted, { name, in: frame.data.in }).then((answer) =>
      send(answer.ok ? { kind: 'result', id, out: answer.out } : { kind: 'error', id, error: answer.error }),
    )
  })
}

function readSnapshot({ station, onFault }: Context): Snapshot | null {
  try {
    return snapshot.parse(station.snapshot())
  } catch (fault) {
    // a station that begins anew says so: the screen tries again by itself
    if (!(fault instanceof CallError)) onFault('snapshot', fault)
    return null
  }
}

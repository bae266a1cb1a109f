// The behaviour of every connection to the station. The test of each adapter provides a transport and runs the whole suite over it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  CallError,
  calls,
  ReconnectingLink,
  grants,
  noBrake,
  defaultShell,
  type Channel,
  type Context,
  type Grant,
  type LinkMessage,
  type StationLink,
} from '../../../shared/station-api/index.ts'
import { callInputs } from './call-inputs.ts'
import { smallStation, statusWith, type SmallStation } from './small-station.ts'

export interface Transport {
  /** Opens a channel and returns the screen's end. The other end is served with the context. */
  open: (context: Context) => Promise<Channel>
  /** Breaks the transport of every open channel without notifying either end. */
  cut: () => void
  close: () => Promise<void>
}

type Frame = Record<string, unknown>

const day = '2026-08-03'
const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'

const callNames = Object.keys(callInputs)

export function conformance(name: string, makeTransport: () => Promise<Transport>): void {
  describe(`the station ${name}`, () => {
    let station: SmallStation
    let errors: { name: string; error: unknown }[]
    let transport: Transport
    let links: StationLink[]

    beforeEach(async () => {
      station = smallStation()
      errors = []
      links = []
      transport = await makeTransport()
    })
    afterEach(async () => {
      for (const link of links) link.close()
      await transport.close()
    })

    const context = (...grants: Grant[]): Context => ({
      grants: new Set(grants),
      station,
      onError: (name, error) => void errors.push({ name, error }),
    })
    const open = async (...grants: Grant[]): Promise<Screen> =>
      screenOver(await transport.open(context(...(grants.length === 0 ? (['operate'] as const) : grants))))
    const openLink = (): { link: StationLink; told: LinkMessage[] } => {
      const told: LinkMessage[] = []
      const link = new ReconnectingLink({
        open: () => transport.open(context('operate')),
        wait: () => Promise.resolve(),
      })
      links.push(link)
      link.subscribe((message) => told.push(message))
      return { link, told }
    }

    test('the first frame is a snapshot, even if a call was sent before', async () => {
      const channel = await transport.open(context('operate'))
      channel.send({ kind: 'call', id: 7, name: 'marks.list', in: {} })
      const screen = screenOver(channel)
      expect(await screen.next()).toEqual({
        kind: 'snapshot',
        seq: 0,
        snapshot: { status: statusWith(0), exports: [], brake: noBrake, shell: defaultShell },
        grants: ['operate'],
      })
      expect(await screen.next()).toEqual({ kind: 'result', id: 7, out: { marks: [], total: 0 } })
    })

    test('a screen receives exactly its grants', async () => {
      const screen = await open('operate', 'oversee')
      expect(await screen.next()).toMatchObject({ kind: 'snapshot', grants: ['operate', 'oversee'] })
      const told: LinkMessage[] = []
      const link = new ReconnectingLink({
        open: () => transport.open(context('maintain')),
        wait: () => Promise.resolve(),
      })
      links.push(link)
      link.subscribe((message) => told.push(message))
      await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] }))
      link.subscribe((message) => told.push(message))
      expect(told.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] })
    })

    test('pushes follow the snapshot, in order and numbered without gaps', async () => {
      const screen = await open()
      await screen.next()
      for (const count of [1, 2, 3]) station.push({ name: 'status', data: statusWith(count) })
      const pushed = [await screen.next(), await screen.next(), await screen.next()]
      expect(pushed.map(({ kind, seq }) => [kind, seq])).toEqual([
        ['push', 1],
        ['push', 2],
        ['push', 3],
      ])
      expect(pushed.map(({ data }) => data)).toEqual([statusWith(1), statusWith(2), statusWith(3)])
    })

    test('the pushes of each screen have their own numbers', async () => {
      const first = await open()
      await first.next()
      station.push({ name: 'status', data: statusWith(1) })
      await first.next()
      const second = await open()
      expect(await second.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
      station.push({ name: 'status', data: statusWith(2) })
      expect([await first.next(), await second.next()]).toMatchObject([{ seq: 2 }, { seq: 1 }])
    })

    test('answers are matched to their calls in any order', async () => {
      const screen = await open()
      await screen.next()
      screen.call(1, 'sync.now', {})
      screen.call(2, 'marks.list', {})
      expect(await screen.next()).toMatchObject({ kind: 'result', id: 2 })
      station.letSyncEnd()
      expect(await screen.next()).toEqual({ kind: 'result', id: 1, out: {} })
    })

    test('calls are answered in the shape of the contract', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      expect(await link.call('list.read', { date: day })).toEqual({
        date: day,
        readAt: null,
        entries: [],
        malformed: [],
      })
      expect(await link.call('mark.create', { sheetId, drawingVersion: 3, by: 'KN' })).toMatchObject({
        state: 'held',
        by: 'KN',
        drawingVersion: 3,
      })
      expect(callNames.toSorted()).toEqual(Object.keys(calls).toSorted())
    })

    test('a call outside the contract is unknown, also if every object has a property of that name', async () => {
      const screen = await open()
      await screen.next()
      for (const [index, name] of ['mark.destroy', '', '__proto__', 'constructor', 'toString'].entries()) {
        screen.call(index + 1, name, {})
        expect(await screen.next()).toMatchObject({ kind: 'error', id: index + 1, error: { code: 'unknown_call' } })
      }
      expect(station.reached).toEqual([])
    })

    test('a call without its grant reaches no handler', async () => {
      for (const needed of new Set(Object.values(calls).map(({ grant }) => grant))) {
        const screen = await open(...grants.filter((grant) => grant !== needed))
        await screen.next()
        for (const [index, name] of callNames.filter((name) => Reflect.get(calls, name).grant === needed).entries()) {
          screen.call(index + 1, name, Reflect.get(callInputs, name))
          expect(await screen.next()).toMatchObject({ error: { code: 'not_granted' } })
        }
      }
      expect(station.reached).toEqual([])
    })

    test.each(callNames)('bad input of %s never reaches its handler', async (name) => {
      const screen = await open(...grants)
      await screen.next()
      const bad: unknown[] = [null, [], 'text', 1, { ...Reflect.get(callInputs, name), unheardOf: true }]
      for (const field of Object.keys(Reflect.get(callInputs, name))) {
        bad.push(
          { ...Reflect.get(callInputs, name), [field]: { $ne: null } },
          { ...Reflect.get(callInputs, name), [field]: undefined },
        )
      }
      for (const [index, input] of bad.entries()) {
        screen.call(index + 1, name, input)
        expect([input, await screen.next()]).toMatchObject([input, { kind: 'error', error: { code: 'bad_input' } }])
      }
      expect(station.reached).toEqual([])
      expect(errors).toEqual([])
    })

    test('an answer that violates the contract is not sent, and the error is reported', async () => {
      station.answerWith('marks.list', () => ({ marks: [], secret: 'svc_test_key' }))
      const screen = await open()
      await screen.next()
      screen.call(1, 'marks.list', {})
      const answer = await screen.next()
      expect(answer).toMatchObject({ kind: 'error', error: { code: 'bad_output' } })
      expect(JSON.stringify(answer)).not.toContain('svc_test_key')
      expect(errors.map(({ name }) => name)).toEqual(['marks.list'])
    })

    test('a refusal keeps its code and message; an unexpected error is reported and reveals nothing', async () => {
      station.answerWith('list.read', () => {
        throw new CallError('not_stored', 'the disk is full')
      })
      station.answerWith('sheet.read', () => {
        throw new Error('no such table: sheet in /home/kari')
      })
      const screen = await open()
      await screen.next()
      screen.call(1, 'list.read', { date: day })
      expect(await screen.next()).toEqual({
        kind: 'error',
        id: 1,
        error: { code: 'not_stored', message: 'the disk is full' },
      })
      screen.call(2, 'sheet.read', { sheetId })
      expect(await screen.next()).toEqual({
        kind: 'error',
        id: 2,
        error: { code: 'failed', message: 'sheet.read failed' },
      })
      expect(errors.map(({ name }) => name)).toEqual(['sheet.read'])
    })

    test('a refusal reaches the caller as an error with its code', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      const refused = await link.call('mark.undo', { markId: 'mark' }).catch((fault: unknown) => fault)
      expect(refused).toBeInstanceOf(CallError)
      expect(refused).toMatchObject({ code: 'too_late_to_undo', message: 'the mark has left the station' })
    })

    test('a push that violates the contract is omitted without a gap, and the error is reported', async () => {
      const screen = await open()
      await screen.next()
      station.push({ name: 'changed', data: { dates: ['someday'], sheetIds: [] } })
      station.push({ name: 'changed', data: { dates: [day], sheetIds: [] } })
      expect(await screen.next()).toMatchObject({ kind: 'push', seq: 1, data: { dates: [day] } })
      expect(errors.map(({ name }) => name)).toEqual(['push changed'])
    })

    test('without a valid snapshot the channel closes, and the error is reported', async () => {
      station.setUndelivered(0.5)
      const screen = await open()
      expect(await screen.next()).toEqual({ closed: true })
      expect(errors.map(({ name }) => name)).toEqual(['snapshot'])
      expect(station.listeners()).toBe(0)
    })

    test.each([
      ['not an object', 'text'],
      ['null', null],
      ['a list', []],
      ['another kind', { kind: 'shout' }],
      ['a call without a name', { kind: 'call', id: 1, in: {} }],
      ['a call with an invalid id', { kind: 'call', id: '1', name: 'marks.list', in: {} }],
      ['a call with an unknown member', { kind: 'call', id: 1, name: 'marks.list', in: {}, grant: 'maintain' }],
      ['a frame of the station', { kind: 'result', id: 1, out: {} }],
    ])('a frame that is %s closes the channel at both ends', async (_what, frame) => {
      const screen = await open()
      await screen.next()
      screen.send(frame)
      expect(await screen.next()).toEqual({ closed: true })
      expect(station.listeners()).toBe(0)
      expect(station.reached).toEqual([])
    })

    test('a screen that disconnected gets no pushes and no late answers', async () => {
      const screen = await open()
      await screen.next()
      screen.call(1, 'sync.now', {})
      await vi.waitFor(() => expect(station.reached).toHaveLength(1))
      screen.close()
      await vi.waitFor(() => expect(station.listeners()).toBe(0))
      station.letSyncEnd()
      station.push({ name: 'status', data: statusWith(9) })
      const next = await open()
      expect(await next.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
      expect(errors).toEqual([])
    })

    test('a lost link rejects every pending call, and the station unsubscribes the screen', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      const waiting = [link.call('sync.now', {}), link.call('sync.now', {})].map((call) =>
        call.catch((fault: unknown) => fault),
      )
      await vi.waitFor(() => expect(station.reached).toHaveLength(2))
      transport.cut()
      expect(await Promise.all(waiting)).toMatchObject([{ code: 'link_lost' }, { code: 'link_lost' }])
      await vi.waitFor(() => expect(station.listeners()).toBe(1))
    })

    test('a reconnected link gets a new snapshot, then answers and pushes again', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      station.push({ name: 'status', data: statusWith(1) })
      station.setUndelivered(2)
      transport.cut()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(2))
      expect(snapshots(told)[1]).toEqual({ status: statusWith(2), exports: [], brake: noBrake, shell: defaultShell })
      const states = told.flatMap((message) => (message.kind === 'link' ? [message.state] : []))
      expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open'])
      expect(await link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
      station.push({ name: 'status', data: statusWith(3) })
      await vi.waitFor(() => expect(told.at(-1)).toEqual({ kind: 'push', name: 'status', data: statusWith(3) }))
    })

    test('a close listener on a closed channel is called at once', async () => {
      const channel = await transport.open(context('operate'))
      channel.close()
      const closed = vi.fn<() => void>()
      channel.onClose(closed)
      expect(closed).toHaveBeenCalledOnce()
      expect(() => channel.send({ kind: 'call', id: 1, name: 'marks.list', in: {} })).not.toThrow()
    })
  })
}

const snapshots = (told: LinkMessage[]) =>
  told.flatMap((message) => (message.kind === 'snapshot' ? [message.snapshot] : []))

interface Screen {
  call: (id: number, name: string, input: unknown) => void
  send: (frame: unknown) => void
  close: () => void
  /** The next frame, or `{ closed: true }`. */
  next: () => Promise<Frame>
}

function screenOver(channel: Channel): Screen {
  const came: Frame[] = []
  const takers: ((frame: Frame) => void)[] = []
  const tell = (frame: Frame): void => {
    const taker = takers.shift()
    if (taker === undefined) came.push(frame)
    else taker(frame)
  }
  channel.onMessage((frame) => tell({ ...Object(frame) }))
  channel.onClose(() => tell({ closed: true }))
  return {
    call: (id, name, input) => channel.send({ kind: 'call', id, name, in: input }),
    send: (frame) => channel.send(frame),
    close: () => channel.close(),
    next: () => {
      const frame = came.shift()
      return frame === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(frame)
    },
  }
}

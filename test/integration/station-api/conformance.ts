// What every way to the station must keep to, whatever carries its frames. Each adapter's test brings a reach of its own and
// runs the whole suite over it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  CallError,
  calls,
  createLink,
  grants,
  noBrake,
  usualShell,
  type CallName,
  type Channel,
  type Context,
  type Grant,
  type LinkMessage,
  type StationLink,
} from '../../../shared/station-api/index.ts'
import { brakeInputs } from './small-brake.ts'
import { setUpInputs } from './small-set-up.ts'
import { smallStation, statusWith, type SmallStation } from './small-station.ts'
import { oversightInputs } from './small-oversight.ts'
import { planInputs } from './small-plan.ts'
import { workInputs } from './small-work.ts'

export interface Reach {
  /** The screen's end of a new channel, whose other end is served with the context. */
  open: (context: Context) => Promise<Channel>
  /** Takes away what carries every open channel, without a word to either end. */
  cut: () => void
  close: () => Promise<void>
}

type Frame = Record<string, unknown>

const day = '2026-08-03'
const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'

/** One input that each call takes. */
const good: Record<CallName, Frame> = {
  'list.read': { date: day },
  'sheet.read': { sheetId },
  'mark.create': { sheetId, drawingVersion: 1, by: null },
  'mark.undo': { markId: 'mark' },
  'marks.list': {},
  'brake.choose': { pressBrakeId: null },
  'sync.now': {},
  'workshop.read': {},
  'export.start': {
    what: { kind: 'sheets', sheetIds: [sheetId], formats: ['dxf'] },
    preset: 'inventor',
    language: 'nb',
  },
  'export.cancel': { exportId: 'export' },
  'scan.read': { text: 'x' },
  'scanner.read': {},
  'scanner.set': { prefix: '', suffix: 'enter' },
  'language.choose': { language: 'nb' },
  'grant.unlock': { pin: '1234' },
  'grant.lock': {},
  ...workInputs,
  ...oversightInputs,
  ...planInputs,
  ...brakeInputs,
  ...setUpInputs,
  'shell.choose_folder': {},
  'shell.update_read': {},
  'shell.update_look': {},
  'shell.update_agree': { version: '1.2.0' },
}
const callNames = Object.keys(good)

export function conformance(name: string, makeReach: () => Promise<Reach>): void {
  describe(`the station ${name}`, () => {
    let station: SmallStation
    let faults: { name: string; fault: unknown }[]
    let reach: Reach
    let links: StationLink[]

    beforeEach(async () => {
      station = smallStation()
      faults = []
      links = []
      reach = await makeReach()
    })
    afterEach(async () => {
      for (const link of links) link.close()
      await reach.close()
    })

    const context = (...grants: Grant[]): Context => ({
      grants: new Set(grants),
      station,
      onFault: (name, fault) => void faults.push({ name, fault }),
    })
    const open = async (...grants: Grant[]): Promise<Screen> =>
      screenOver(await reach.open(context(...(grants.length === 0 ? (['operate'] as const) : grants))))
    const openLink = (): { link: StationLink; told: LinkMessage[] } => {
      const told: LinkMessage[] = []
      const link = createLink({ open: () => reach.open(context('operate')), wait: () => Promise.resolve() })
      links.push(link)
      link.subscribe((message) => told.push(message))
      return { link, told }
    }

    test('the first frame is a snapshot, even when a call was already on its way', async () => {
      const channel = await reach.open(context('operate'))
      channel.send({ kind: 'call', id: 7, name: 'marks.list', in: {} })
      const screen = screenOver(channel)
      expect(await screen.next()).toEqual({
        kind: 'snapshot',
        seq: 0,
        snapshot: { status: statusWith(0), exports: [], brake: noBrake, shell: usualShell },
        grants: ['operate'],
      })
      expect(await screen.next()).toEqual({ kind: 'result', id: 7, out: { marks: [], total: 0 } })
    })

    test('a screen is told what it may do, and nothing more', async () => {
      const screen = await open('operate', 'oversee')
      expect(await screen.next()).toMatchObject({ kind: 'snapshot', grants: ['operate', 'oversee'] })
      const told: LinkMessage[] = []
      const link = createLink({ open: () => reach.open(context('maintain')), wait: () => Promise.resolve() })
      links.push(link)
      link.subscribe((message) => told.push(message))
      await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] }))
      link.subscribe((message) => told.push(message))
      expect(told.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] })
    })

    test('pushes follow the snapshot, numbered without a gap and in order', async () => {
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

    test('each screen’s pushes are numbered for itself', async () => {
      const first = await open()
      await first.next()
      station.push({ name: 'status', data: statusWith(1) })
      await first.next()
      const second = await open()
      expect(await second.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
      station.push({ name: 'status', data: statusWith(2) })
      expect([await first.next(), await second.next()]).toMatchObject([{ seq: 2 }, { seq: 1 }])
    })

    test('answers find their call, whichever comes first', async () => {
      const screen = await open()
      await screen.next()
      screen.call(1, 'sync.now', {})
      screen.call(2, 'marks.list', {})
      expect(await screen.next()).toMatchObject({ kind: 'result', id: 2 })
      station.letSyncEnd()
      expect(await screen.next()).toEqual({ kind: 'result', id: 1, out: {} })
    })

    test('every call of the contract is answered in its own shape', async () => {
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

    test('a call that is not of the contract is unknown, be it a name that every object has', async () => {
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
          screen.call(index + 1, name, Reflect.get(good, name))
          expect(await screen.next()).toMatchObject({ error: { code: 'not_granted' } })
        }
      }
      expect(station.reached).toEqual([])
    })

    test.each(callNames)('bad input of %s never reaches its handler', async (name) => {
      const screen = await open(...grants)
      await screen.next()
      const bad: unknown[] = [null, [], 'text', 1, { ...Reflect.get(good, name), unheardOf: true }]
      for (const field of Object.keys(Reflect.get(good, name))) {
        bad.push(
          { ...Reflect.get(good, name), [field]: { $ne: null } },
          { ...Reflect.get(good, name), [field]: undefined },
        )
      }
      for (const [index, input] of bad.entries()) {
        screen.call(index + 1, name, input)
        expect([input, await screen.next()]).toMatchObject([input, { kind: 'error', error: { code: 'bad_input' } }])
      }
      expect(station.reached).toEqual([])
      expect(faults).toEqual([])
    })

    test('an answer that is not of the contract is held back, and the station is told', async () => {
      station.answerWith('marks.list', () => ({ marks: [], secret: 'svc_test_key' }))
      const screen = await open()
      await screen.next()
      screen.call(1, 'marks.list', {})
      const answer = await screen.next()
      expect(answer).toMatchObject({ kind: 'error', error: { code: 'bad_output' } })
      expect(JSON.stringify(answer)).not.toContain('svc_test_key')
      expect(faults.map(({ name }) => name)).toEqual(['marks.list'])
    })

    test('a refusal keeps its code and sentence; a fault says nothing of itself and is told to the station', async () => {
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
      expect(faults.map(({ name }) => name)).toEqual(['sheet.read'])
    })

    test('a refusal reaches the caller as an error with its code', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      const refused = await link.call('mark.undo', { markId: 'mark' }).catch((fault: unknown) => fault)
      expect(refused).toBeInstanceOf(CallError)
      expect(refused).toMatchObject({ code: 'too_late_to_undo', message: 'the mark has left the station' })
    })

    test('a push that is not of the contract is left out without a gap, and the station is told', async () => {
      const screen = await open()
      await screen.next()
      station.push({ name: 'changed', data: { dates: ['someday'], sheetIds: [] } })
      station.push({ name: 'changed', data: { dates: [day], sheetIds: [] } })
      expect(await screen.next()).toMatchObject({ kind: 'push', seq: 1, data: { dates: [day] } })
      expect(faults.map(({ name }) => name)).toEqual(['push changed'])
    })

    test('without a sound snapshot the channel closes, and the station is told', async () => {
      station.setUndelivered(0.5)
      const screen = await open()
      expect(await screen.next()).toEqual({ closed: true })
      expect(faults.map(({ name }) => name)).toEqual(['snapshot'])
      expect(station.listeners()).toBe(0)
    })

    test.each([
      ['no object', 'text'],
      ['nothing', null],
      ['a list', []],
      ['another kind', { kind: 'shout' }],
      ['a call without a name', { kind: 'call', id: 1, in: {} }],
      ['a call whose number is none', { kind: 'call', id: '1', name: 'marks.list', in: {} }],
      ['a call with something more', { kind: 'call', id: 1, name: 'marks.list', in: {}, grant: 'maintain' }],
      ['a station’s own frame', { kind: 'result', id: 1, out: {} }],
    ])('a frame that is %s closes the channel at both ends', async (_what, frame) => {
      const screen = await open()
      await screen.next()
      screen.send(frame)
      expect(await screen.next()).toEqual({ closed: true })
      expect(station.listeners()).toBe(0)
      expect(station.reached).toEqual([])
    })

    test('a screen that leaves is no longer pushed to, and its late answers go nowhere', async () => {
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
      expect(faults).toEqual([])
    })

    test('a lost link rejects every call that waits, and the station forgets the screen', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      const waiting = [link.call('sync.now', {}), link.call('sync.now', {})].map((call) =>
        call.catch((fault: unknown) => fault),
      )
      await vi.waitFor(() => expect(station.reached).toHaveLength(2))
      reach.cut()
      expect(await Promise.all(waiting)).toMatchObject([{ code: 'link_lost' }, { code: 'link_lost' }])
      await vi.waitFor(() => expect(station.listeners()).toBe(1))
    })

    test('a link that comes back brings a fresh snapshot, then answers and pushes again', async () => {
      const { link, told } = openLink()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(1))
      station.push({ name: 'status', data: statusWith(1) })
      station.setUndelivered(2)
      reach.cut()
      await vi.waitFor(() => expect(snapshots(told)).toHaveLength(2))
      expect(snapshots(told)[1]).toEqual({ status: statusWith(2), exports: [], brake: noBrake, shell: usualShell })
      const states = told.flatMap((message) => (message.kind === 'link' ? [message.state] : []))
      expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open'])
      expect(await link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
      station.push({ name: 'status', data: statusWith(3) })
      await vi.waitFor(() => expect(told.at(-1)).toEqual({ kind: 'push', name: 'status', data: statusWith(3) }))
    })

    test('who asks for the close of a channel that is closed already is told at once', async () => {
      const channel = await reach.open(context('operate'))
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
  /** The next frame, or that the channel closed. */
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

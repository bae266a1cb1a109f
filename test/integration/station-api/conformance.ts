// The behaviour of every connection to the station. The test of each adapter provides a transport and runs the whole suite over it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError, calls, grants, noBrake, defaultShell, type LinkMessage } from '../../../shared/station-api/index.ts'
import { callInputs } from './call-inputs.ts'
import { ConnectionRig, screenOver, type Transport } from './connection-rig.ts'
import { statusWith } from './small-station.ts'
import { untilPasses } from '../../until-passes.ts'

const day = '2026-08-03'
const sheetId = '3f0c8a52-6d1e-4b7a-9c2d-5e8f1a2b3c4d'

const callNames = Object.keys(callInputs)

export function conformance(name: string, makeTransport: () => Promise<Transport>): void {
  describe(`the station ${name}`, () => {
    let rig: ConnectionRig
    beforeEach(async () => {
      rig = new ConnectionRig(await makeTransport())
    })
    afterEach(() => rig.close())

    testSnapshotsAndPushes(() => rig)
    testCalls(() => rig)
    testBadCalls(() => rig)
    testErrors(() => rig)
    testChannelEnds(() => rig)
  })
}

function testSnapshotsAndPushes(rig: () => ConnectionRig): void {
  test('the first frame is a snapshot, even if a call was sent before', async () => {
    const channel = await rig().transport.open(rig().context('operate'))
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
    const screen = await rig().open('operate', 'oversee')
    expect(await screen.next()).toMatchObject({ kind: 'snapshot', grants: ['operate', 'oversee'] })
    const { link, messages } = rig().openLink('maintain')
    await untilPasses(() => expect(messages.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] }))
    link.subscribe((message) => messages.push(message))
    expect(messages.at(-1)).toMatchObject({ kind: 'snapshot', grants: ['maintain'] })
  })

  test('pushes follow the snapshot, in order and numbered without gaps', async () => {
    const screen = await rig().open()
    await screen.next()
    for (const count of [1, 2, 3]) rig().station.push({ name: 'status', data: statusWith(count) })
    const pushed = [await screen.next(), await screen.next(), await screen.next()]
    expect(pushed.map(({ kind, seq }) => [kind, seq])).toEqual([
      ['push', 1],
      ['push', 2],
      ['push', 3],
    ])
    expect(pushed.map(({ data }) => data)).toEqual([statusWith(1), statusWith(2), statusWith(3)])
  })

  test('the pushes of each screen have their own numbers', async () => {
    const first = await rig().open()
    await first.next()
    rig().station.push({ name: 'status', data: statusWith(1) })
    await first.next()
    const second = await rig().open()
    expect(await second.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
    rig().station.push({ name: 'status', data: statusWith(2) })
    expect([await first.next(), await second.next()]).toMatchObject([{ seq: 2 }, { seq: 1 }])
  })

  test('a push that violates the contract is omitted without a gap, and the error is reported', async () => {
    const screen = await rig().open()
    await screen.next()
    rig().station.push({ name: 'changed', data: { dates: ['someday'], sheetIds: [] } })
    rig().station.push({ name: 'changed', data: { dates: [day], sheetIds: [] } })
    expect(await screen.next()).toMatchObject({ kind: 'push', seq: 1, data: { dates: [day] } })
    expect(rig().errors.map(({ name }) => name)).toEqual(['push changed'])
  })

  test('without a valid snapshot the channel closes, and the error is reported', async () => {
    rig().station.setUndelivered(0.5)
    const screen = await rig().open()
    expect(await screen.next()).toEqual({ closed: true })
    expect(rig().errors.map(({ name }) => name)).toEqual(['snapshot'])
    expect(rig().station.listeners()).toBe(0)
  })
}

function testCalls(rig: () => ConnectionRig): void {
  test('answers are matched to their calls in any order', async () => {
    const screen = await rig().open()
    await screen.next()
    screen.call(1, 'sync.now', {})
    screen.call(2, 'marks.list', {})
    expect(await screen.next()).toMatchObject({ kind: 'result', id: 2 })
    rig().station.letSyncEnd()
    expect(await screen.next()).toEqual({ kind: 'result', id: 1, out: {} })
  })

  test('a handler is told that the screen drops the answer, and other calls continue', async () => {
    const screen = await rig().open()
    await screen.next()
    screen.call(1, 'sync.now', {})
    screen.call(2, 'sync.now', {})
    screen.send({ kind: 'cancel', id: 1 })
    screen.send({ kind: 'cancel', id: 3 })
    await untilPasses(() => expect(rig().station.droppedSyncs()).toBe(1))
    screen.close()
    await untilPasses(() => expect(rig().station.droppedSyncs()).toBe(2))
  })

  test('a call that its caller cancels rejects, and the station drops it', async () => {
    const { link, messages } = rig().openLink()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(1))
    const leaving = new AbortController()
    const waiting = link.call('sync.now', {}, (cancel) => leaving.signal.addEventListener('abort', cancel))
    await untilPasses(() => expect(rig().station.reached).toHaveLength(1))
    leaving.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await untilPasses(() => expect(rig().station.droppedSyncs()).toBe(1))
    expect(await link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
  })

  test('calls are answered in the shape of the contract', async () => {
    const { link, messages } = rig().openLink()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(1))
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
}

function testBadCalls(rig: () => ConnectionRig): void {
  test('a call outside the contract is unknown, also if every object has a property of that name', async () => {
    const screen = await rig().open()
    await screen.next()
    for (const [index, name] of ['mark.destroy', '', '__proto__', 'constructor', 'toString'].entries()) {
      screen.call(index + 1, name, {})
      expect(await screen.next()).toMatchObject({ kind: 'error', id: index + 1, error: { code: 'unknown_call' } })
    }
    expect(rig().station.reached).toEqual([])
  })

  test('a call without its grant reaches no handler', async () => {
    for (const requiredGrant of new Set(Object.values(calls).map(({ grant }) => grant))) {
      const screen = await rig().open(...grants.filter((grant) => grant !== requiredGrant))
      await screen.next()
      for (const [index, name] of callNames
        .filter((name) => Reflect.get(calls, name).grant === requiredGrant)
        .entries()) {
        screen.call(index + 1, name, Reflect.get(callInputs, name))
        expect(await screen.next()).toMatchObject({ error: { code: 'not_granted' } })
      }
    }
    expect(rig().station.reached).toEqual([])
  })

  test.each(callNames)('bad input of %s never reaches its handler', async (name) => {
    const screen = await rig().open(...grants)
    await screen.next()
    const badInputs: unknown[] = [null, [], 'text', 1, { ...Reflect.get(callInputs, name), unheardOf: true }]
    for (const field of Object.keys(Reflect.get(callInputs, name))) {
      badInputs.push(
        { ...Reflect.get(callInputs, name), [field]: { $ne: null } },
        { ...Reflect.get(callInputs, name), [field]: undefined },
      )
    }
    for (const [index, input] of badInputs.entries()) {
      screen.call(index + 1, name, input)
      expect([input, await screen.next()]).toMatchObject([input, { kind: 'error', error: { code: 'bad_input' } }])
    }
    expect(rig().station.reached).toEqual([])
    expect(rig().errors).toEqual([])
  })
}

function testErrors(rig: () => ConnectionRig): void {
  test('an answer that violates the contract is not sent, and the error is reported', async () => {
    rig().station.answerWith('marks.list', () => ({ marks: [], secret: 'svc_test_key' }))
    const screen = await rig().open()
    await screen.next()
    screen.call(1, 'marks.list', {})
    const answer = await screen.next()
    expect(answer).toMatchObject({ kind: 'error', error: { code: 'bad_output' } })
    expect(JSON.stringify(answer)).not.toContain('svc_test_key')
    expect(rig().errors.map(({ name }) => name)).toEqual(['marks.list'])
  })

  test('a refusal keeps its code and message; an unexpected error is reported and reveals nothing', async () => {
    rig().station.answerWith('list.read', () => {
      throw new CallError('not_stored', 'the disk is full')
    })
    rig().station.answerWith('sheet.read', () => {
      throw new Error('no such table: sheet in /home/kari')
    })
    const screen = await rig().open()
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
    expect(rig().errors.map(({ name }) => name)).toEqual(['sheet.read'])
  })

  test('a refusal reaches the caller as an error with its code', async () => {
    const { link, messages } = rig().openLink()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(1))
    const error = await link.call('mark.undo', { markId: 'mark' }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ code: 'too_late_to_undo', message: 'the mark has left the station' })
  })
}

function testChannelEnds(rig: () => ConnectionRig): void {
  test.each([
    ['not an object', 'text'],
    ['null', null],
    ['a list', []],
    ['another kind', { kind: 'shout' }],
    ['a call without a name', { kind: 'call', id: 1, in: {} }],
    ['a call with an invalid id', { kind: 'call', id: '1', name: 'marks.list', in: {} }],
    ['a call with an unknown member', { kind: 'call', id: 1, name: 'marks.list', in: {}, grant: 'maintain' }],
    ['a cancelled call without an id', { kind: 'cancel' }],
    ['a frame of the station', { kind: 'result', id: 1, out: {} }],
  ])('a frame that is %s closes the channel at both ends', async (_description, frame) => {
    const screen = await rig().open()
    await screen.next()
    screen.send(frame)
    expect(await screen.next()).toEqual({ closed: true })
    expect(rig().station.listeners()).toBe(0)
    expect(rig().station.reached).toEqual([])
  })

  test('a screen that disconnected gets no pushes and no late answers', async () => {
    const screen = await rig().open()
    await screen.next()
    screen.call(1, 'sync.now', {})
    await untilPasses(() => expect(rig().station.reached).toHaveLength(1))
    screen.close()
    await untilPasses(() => expect(rig().station.listeners()).toBe(0))
    rig().station.letSyncEnd()
    rig().station.push({ name: 'status', data: statusWith(9) })
    const next = await rig().open()
    expect(await next.next()).toMatchObject({ kind: 'snapshot', seq: 0 })
    expect(rig().errors).toEqual([])
  })

  test('a lost link rejects every pending call, and the station unsubscribes the screen', async () => {
    const { link, messages } = rig().openLink()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(1))
    const waiting = [link.call('sync.now', {}), link.call('sync.now', {})].map((call) =>
      call.catch((error: unknown) => error),
    )
    await untilPasses(() => expect(rig().station.reached).toHaveLength(2))
    rig().transport.cut()
    expect(await Promise.all(waiting)).toMatchObject([{ code: 'link_lost' }, { code: 'link_lost' }])
    await untilPasses(() => expect(rig().station.listeners()).toBe(1))
  })

  test('a reconnected link gets a new snapshot, then answers and pushes again', async () => {
    const { link, messages } = rig().openLink()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(1))
    rig().station.push({ name: 'status', data: statusWith(1) })
    rig().station.setUndelivered(2)
    rig().transport.cut()
    await untilPasses(() => expect(snapshots(messages)).toHaveLength(2))
    expect(snapshots(messages)[1]).toEqual({ status: statusWith(2), exports: [], brake: noBrake, shell: defaultShell })
    const states = messages.flatMap((message) => (message.kind === 'link' ? [message.state] : []))
    expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open'])
    expect(await link.call('marks.list', {})).toEqual({ marks: [], total: 0 })
    rig().station.push({ name: 'status', data: statusWith(3) })
    await untilPasses(() => expect(messages.at(-1)).toEqual({ kind: 'push', name: 'status', data: statusWith(3) }))
  })

  test('a close listener on a closed channel is called at once', async () => {
    const channel = await rig().transport.open(rig().context('operate'))
    channel.close()
    const closed = vi.fn<() => void>()
    channel.onClose(closed)
    expect(closed).toHaveBeenCalledOnce()
    expect(() => channel.send({ kind: 'call', id: 1, name: 'marks.list', in: {} })).not.toThrow()
  })
}

const snapshots = (messages: LinkMessage[]) =>
  messages.flatMap((message) => (message.kind === 'snapshot' ? [message.snapshot] : []))

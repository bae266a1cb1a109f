// The link's table: a case for each line, what no line takes, and what always holds.
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  option,
  property,
  record,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brakeStates, type BrakeState } from '../../../../shared/station-api/index.ts'
import type {
  BrakeFault,
  BrakeEvent,
  BrakeEventKind,
  LinkState,
} from '../../../../src-main/brake/session/brake-event.ts'
import { initialState, rules, sendable, transition } from '../../../../src-main/brake/session/transition.ts'

const fault: BrakeFault = { code: 'no_answer', message: 'nothing came', address: null, atMs: 0 }
const polled = { readAtMs: 1, running: false, safe: true, counter: 7 }
const alarm = { code: 4, text: 'light curtain', address: 12 }
const loaded = { programId: 'p', counted: 0, waits: false, uncounted: null }

const known: LinkState = { ...initialState(null), identity: 'simulator', polled: polled }
const during = (state: BrakeState, more: Partial<LinkState> = {}): LinkState => ({ ...known, state, ...more })
const after = (before: LinkState, event: BrakeEvent): LinkState => transition(before, event)

interface Case {
  says: string
  before: LinkState
  event: BrakeEvent
  /** Null: nothing changes. */
  becomes: Partial<LinkState> | null
}

const cases: readonly Case[] = [
  {
    says: 'a line opens',
    before: during('disconnected'),
    event: { kind: 'connection_opened' },
    becomes: { state: 'probing' },
  },
  {
    says: 'somebody answers, and nothing is loaded from here',
    before: during('probing', { connectionFault: fault }),
    event: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', identity: 'unit 1', connectionFault: null },
  },
  {
    says: 'somebody answers after a restart: what was loaded waits for a person',
    before: { ...initialState({ programId: 'p', counted: 3 }), state: 'probing' },
    event: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', loaded: { ...loaded, counted: 3, waits: true } },
  },
  {
    says: 'the cable is pulled in the midst of a sending',
    before: during('uploading', { sending: { programId: 'p', phase: 'sending' } }),
    event: { kind: 'connection_lost', fault },
    becomes: {
      state: 'disconnected',
      sending: null,
      polled: null,
      identity: null,
      connectionFault: fault,
      loaded: null,
    },
  },
  {
    says: 'the cable is pulled under a job: the job stays and waits',
    before: during('piece_done', { loaded: { ...loaded, counted: 2 }, alarms: [alarm] }),
    event: { kind: 'connection_lost', fault },
    becomes: { state: 'disconnected', polled: null, alarms: [], loaded: { ...loaded, counted: 2, waits: true } },
  },
  {
    says: 'it runs',
    before: during('verified', { loaded }),
    event: { kind: 'polled', polled: { ...polled, running: true }, alarms: [], fault: null },
    becomes: { state: 'running' },
  },
  {
    says: 'an alarm goes before running',
    before: during('running', { loaded }),
    event: { kind: 'polled', polled: { ...polled, running: true }, alarms: [alarm], fault: null },
    becomes: { state: 'alarm', alarms: [alarm] },
  },
  {
    says: 'the alarm is gone, and a piece was counted before',
    before: during('alarm', { loaded: { ...loaded, counted: 1 }, alarms: [alarm], connectionFault: fault }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: { state: 'piece_done', alarms: [], connectionFault: null },
  },
  {
    says: 'polled, but for one register',
    before: during('ready'),
    event: { kind: 'polled', polled, alarms: [], fault },
    becomes: { state: 'ready', connectionFault: fault },
  },
  {
    says: 'polled again after silence: the job waits for a person',
    before: during('stale', { polled: null, loaded: { ...loaded, waits: true } }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: { state: 'ready', polled, loaded: { ...loaded, waits: true } },
  },
  {
    says: 'one reading fails: what was polled stays',
    before: during('running', { loaded }),
    event: { kind: 'poll_failed', fault },
    becomes: { state: 'running', polled, connectionFault: fault },
  },
  {
    says: 'silence blanks what was heard',
    before: during('running', { loaded, alarms: [alarm] }),
    event: { kind: 'silent' },
    becomes: { state: 'stale', polled: null, alarms: [], loaded: { ...loaded, waits: true } },
  },
  {
    says: 'while a program is read back what is too old is blanked, and the job goes on',
    before: during('running', { loaded, alarms: [alarm] }),
    event: { kind: 'expired' },
    becomes: { state: 'running', polled: null, alarms: [], loaded },
  },
  {
    says: 'sending forgets what was loaded and what went wrong before',
    before: during('piece_done', { loaded, workFault: fault }),
    event: { kind: 'upload_started', programId: 'q' },
    becomes: {
      state: 'uploading',
      polled: null,
      loaded: null,
      workFault: null,
      sending: { programId: 'q', phase: 'sending' },
    },
  },
  {
    says: 'sent, and being read back',
    before: during('uploading', { sending: { programId: 'q', phase: 'sending' } }),
    event: { kind: 'reading_back' },
    becomes: { state: 'uploading', sending: { programId: 'q', phase: 'reading_back' } },
  },
  {
    says: 'read back as it was sent',
    before: during('uploading', { sending: { programId: 'p', phase: 'reading_back' } }),
    event: { kind: 'verified', programId: 'p' },
    becomes: { state: 'verified', sending: null, loaded },
  },
  {
    says: 'sending failed',
    before: during('uploading', { sending: { programId: 'p', phase: 'sending' } }),
    event: { kind: 'upload_failed', fault },
    becomes: { state: 'ready', sending: null, workFault: fault, loaded: null },
  },
  {
    says: 'another program is there',
    before: during('running', { loaded }),
    event: { kind: 'program_replaced', fault },
    becomes: { state: 'running', loaded: null, workFault: fault },
  },
  {
    says: 'let go while the line is down',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'released' },
    becomes: { state: 'disconnected', loaded: null },
  },
  {
    says: 'a piece',
    before: during('verified', { loaded }),
    event: { kind: 'counted', counted: 1 },
    becomes: { state: 'piece_done', loaded: { ...loaded, counted: 1 } },
  },
  {
    says: 'a piece while the next one is under way',
    before: during('running', { loaded }),
    event: { kind: 'counted', counted: 1 },
    becomes: { state: 'running', loaded: { ...loaded, counted: 1 } },
  },
  {
    says: 'a counter that nobody understands holds the job',
    before: during('piece_done', { loaded }),
    event: { kind: 'not_counted', fault, waits: true },
    becomes: { state: 'ready', workFault: fault, loaded: { ...loaded, waits: true } },
  },
  {
    says: 'a sheet that takes no pieces is said, and the job goes on',
    before: during('verified', { loaded }),
    event: { kind: 'not_counted', fault, waits: false },
    becomes: { state: 'verified', workFault: fault, loaded },
  },
  {
    says: 'it counts again',
    before: during('verified', { loaded, workFault: fault }),
    event: { kind: 'counting_again' },
    becomes: { workFault: null },
  },
  {
    says: 'what was made while a person is waited for is shown',
    before: during('ready', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'made_while_waiting', uncounted: 2 },
    becomes: { state: 'ready', loaded: { ...loaded, waits: true, uncounted: 2 } },
  },
  {
    says: 'a person says that it is still this job',
    before: during('ready', { loaded: { ...loaded, counted: 2, waits: true, uncounted: 1 }, workFault: fault }),
    event: { kind: 'resumed' },
    becomes: { state: 'piece_done', workFault: null, loaded: { ...loaded, counted: 2 } },
  },
  // what no line takes
  {
    says: 'nothing is sent while it runs',
    before: during('running'),
    event: { kind: 'upload_started', programId: 'q' },
    becomes: null,
  },
  {
    says: 'an answer that comes when the line is down is no answer',
    before: during('disconnected', { polled: null }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: null,
  },
  {
    says: 'nobody resumes a job over a line that is down',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'resumed' },
    becomes: null,
  },
]

describe('what happens to the link', () => {
  test.each(cases)('$says', ({ before, event, becomes }) => {
    const now = after(before, event)
    expect(now === before).toBe(becomes === null)
    expect(now).toMatchObject(becomes ?? before)
  })
  test('has a case for each line of the table', () => {
    const tried = new Set(
      cases.flatMap(({ before, event }) => rules.filter((line) => line.apply(before, event) !== null)),
    )
    expect(rules.filter((line) => !tried.has(line)).map(({ title: says }) => says)).toEqual([])
  })
  test('is one line for each kind and state: no two of them meet', () => {
    const taken = rules.flatMap(({ on, from }) => from.map((state) => `${on} ${state}`))
    expect(taken).toHaveLength(new Set(taken).size)
  })
})

const anyEvent: Arbitrary<BrakeEvent> = oneof(
  constantFrom<BrakeEvent>(
    { kind: 'connection_opened' },
    { kind: 'connection_lost', fault },
    { kind: 'identified', identity: 'unit 1' },
    { kind: 'poll_failed', fault },
    { kind: 'expired' },
    { kind: 'silent' },
    { kind: 'upload_started', programId: 'q' },
    { kind: 'reading_back' },
    { kind: 'verified', programId: 'q' },
    { kind: 'upload_failed', fault },
    { kind: 'program_replaced', fault },
    { kind: 'released' },
    { kind: 'counting_again' },
    { kind: 'made_while_waiting', uncounted: 1 },
    { kind: 'resumed' },
  ),
  record({ kind: constant<'counted'>('counted'), counted: nat(9) }),
  record({ kind: constant<'not_counted'>('not_counted'), fault: constant(fault), waits: boolean() }),
  record({
    kind: constant<'polled'>('polled'),
    polled: record({
      readAtMs: constant(1),
      running: option(boolean()),
      safe: constant(true),
      counter: constant(null),
    }),
    alarms: constantFrom([], [alarm]),
    fault: constant(null),
  }),
)

test('whatever happens in whatever order: nothing old is shown, and no job goes on by itself after the line was away', () => {
  assert(
    property(array(anyEvent, { maxLength: 40 }), (events) => {
      let now = initialState({ programId: 'p', counted: 1 })
      let awayWith: string | null = 'p'
      for (const event of events) {
        now = transition(now, event)
        expect(brakeStates).toContain(now.state)
        const isDown = ['disconnected', 'probing', 'stale'].includes(now.state)
        expect(isDown && now.polled !== null).toBe(false)
        const hasJob = now.state === 'verified' || now.state === 'piece_done'
        expect(hasJob && now.loaded?.waits !== false).toBe(false)
        expect(now.sending === null).toBe(now.state !== 'uploading')
        if (now.state === 'disconnected' || now.state === 'stale') awayWith = now.loaded?.programId ?? null
        const isAPersons: BrakeEventKind[] = ['resumed', 'verified', 'upload_started', 'released']
        if (isAPersons.includes(event.kind)) awayWith = now.loaded?.waits === true ? awayWith : null
        const wasAway = awayWith !== null && now.loaded?.programId === awayWith
        expect(wasAway && now.loaded?.waits !== true).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('something may be sent only where a machine at rest answers', () => {
  expect([...sendable].toSorted()).toEqual(['piece_done', 'ready', 'verified'])
})

// The rules of the link's state machine: a case for each rule, events that no rule accepts, and properties of all sequences.
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
const polled = { readAtMs: 1, running: false, safe: true, step: null, counter: 7 }
const alarm = { code: 4, text: 'light curtain', address: 12 }
const loaded = { programId: 'p', counted: 0, waits: false, uncounted: null }

const polledState: LinkState = { ...initialState(null), identity: 'simulator', polled: polled }
const during = (state: BrakeState, more: Partial<LinkState> = {}): LinkState => ({ ...polledState, state, ...more })
const after = (before: LinkState, event: BrakeEvent): LinkState => transition(before, event)

interface Case {
  title: string
  before: LinkState
  event: BrakeEvent
  /** Null: nothing changes. */
  becomes: Partial<LinkState> | null
}

const cases: readonly Case[] = [
  {
    title: 'the connection opens',
    before: during('disconnected'),
    event: { kind: 'connection_opened' },
    becomes: { state: 'probing' },
  },
  {
    title: 'the controller answers; no program of this station is loaded',
    before: during('probing', { connectionFault: fault }),
    event: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', identity: 'unit 1', connectionFault: null },
  },
  {
    title: 'the controller answers after a restart; the job waits for a person',
    before: { ...initialState({ programId: 'p', counted: 3 }), state: 'probing' },
    event: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', loaded: { ...loaded, counted: 3, waits: true } },
  },
  {
    title: 'the cable is pulled during an upload',
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
    title: 'the cable is pulled during a job; the job waits for a person',
    before: during('piece_done', { loaded: { ...loaded, counted: 2 }, alarms: [alarm] }),
    event: { kind: 'connection_lost', fault },
    becomes: { state: 'disconnected', polled: null, alarms: [], loaded: { ...loaded, counted: 2, waits: true } },
  },
  {
    title: 'the machine runs',
    before: during('verified', { loaded }),
    event: { kind: 'polled', polled: { ...polled, running: true }, alarms: [], fault: null },
    becomes: { state: 'running' },
  },
  {
    title: 'an alarm has priority over a running machine',
    before: during('running', { loaded }),
    event: { kind: 'polled', polled: { ...polled, running: true }, alarms: [alarm], fault: null },
    becomes: { state: 'alarm', alarms: [alarm] },
  },
  {
    title: 'the alarm is cleared, and a piece was counted before',
    before: during('alarm', { loaded: { ...loaded, counted: 1 }, alarms: [alarm], connectionFault: fault }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: { state: 'piece_done', alarms: [], connectionFault: null },
  },
  {
    title: 'one register could not be polled',
    before: during('ready'),
    event: { kind: 'polled', polled, alarms: [], fault },
    becomes: { state: 'ready', connectionFault: fault },
  },
  {
    title: 'polled again after silence; the job waits for a person',
    before: during('stale', { polled: null, loaded: { ...loaded, waits: true } }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: { state: 'ready', polled, loaded: { ...loaded, waits: true } },
  },
  {
    title: 'one poll fails; the last one stays',
    before: during('running', { loaded }),
    event: { kind: 'poll_failed', fault },
    becomes: { state: 'running', polled, connectionFault: fault },
  },
  {
    title: 'silence clears the last poll',
    before: during('running', { loaded, alarms: [alarm] }),
    event: { kind: 'silent' },
    becomes: { state: 'stale', polled: null, alarms: [], loaded: { ...loaded, waits: true } },
  },
  {
    title: 'an old poll is cleared while a program is read back, and the job continues',
    before: during('running', { loaded, alarms: [alarm] }),
    event: { kind: 'expired' },
    becomes: { state: 'running', polled: null, alarms: [], loaded },
  },
  {
    title: 'an upload clears the previous job and its fault',
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
    title: 'the program was sent and is read back',
    before: during('uploading', { sending: { programId: 'q', phase: 'sending' } }),
    event: { kind: 'reading_back' },
    becomes: { state: 'uploading', sending: { programId: 'q', phase: 'reading_back' } },
  },
  {
    title: 'the program was read back unchanged',
    before: during('uploading', { sending: { programId: 'p', phase: 'reading_back' } }),
    event: { kind: 'verified', programId: 'p' },
    becomes: { state: 'verified', sending: null, loaded },
  },
  {
    title: 'the upload failed',
    before: during('uploading', { sending: { programId: 'p', phase: 'sending' } }),
    event: { kind: 'upload_failed', fault },
    becomes: { state: 'ready', sending: null, workFault: fault, loaded: null },
  },
  {
    title: 'the controller has another program',
    before: during('running', { loaded }),
    event: { kind: 'program_replaced', fault },
    becomes: { state: 'running', loaded: null, workFault: fault },
  },
  {
    title: 'the job is released while disconnected',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'released' },
    becomes: { state: 'disconnected', loaded: null },
  },
  {
    title: 'a piece is counted',
    before: during('verified', { loaded }),
    event: { kind: 'counted', counted: 1 },
    becomes: { state: 'piece_done', loaded: { ...loaded, counted: 1 } },
  },
  {
    title: 'a piece is counted while the next one is bent',
    before: during('running', { loaded }),
    event: { kind: 'counted', counted: 1 },
    becomes: { state: 'running', loaded: { ...loaded, counted: 1 } },
  },
  {
    title: 'an implausible counter makes the job wait for a person',
    before: during('piece_done', { loaded }),
    event: { kind: 'not_counted', fault, waits: true },
    becomes: { state: 'ready', workFault: fault, loaded: { ...loaded, waits: true } },
  },
  {
    title: 'a sheet that takes no pieces is reported, and the job continues',
    before: during('verified', { loaded }),
    event: { kind: 'not_counted', fault, waits: false },
    becomes: { state: 'verified', workFault: fault, loaded },
  },
  {
    title: 'pieces count again',
    before: during('verified', { loaded, workFault: fault }),
    event: { kind: 'counting_again' },
    becomes: { workFault: null },
  },
  {
    title: 'pieces made while the job waits for a person are shown',
    before: during('ready', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'made_while_waiting', uncounted: 2 },
    becomes: { state: 'ready', loaded: { ...loaded, waits: true, uncounted: 2 } },
  },
  {
    title: 'a person confirms the job',
    before: during('ready', { loaded: { ...loaded, counted: 2, waits: true, uncounted: 1 }, workFault: fault }),
    event: { kind: 'resumed' },
    becomes: { state: 'piece_done', workFault: null, loaded: { ...loaded, counted: 2 } },
  },
  // what no line takes
  {
    title: 'nothing is sent while the machine runs',
    before: during('running'),
    event: { kind: 'upload_started', programId: 'q' },
    becomes: null,
  },
  {
    title: 'an answer is ignored while disconnected',
    before: during('disconnected', { polled: null }),
    event: { kind: 'polled', polled, alarms: [], fault: null },
    becomes: null,
  },
  {
    title: 'a job cannot be resumed while disconnected',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    event: { kind: 'resumed' },
    becomes: null,
  },
]

describe('an event of the link', () => {
  test.each(cases)('$title', ({ before, event, becomes }) => {
    const now = after(before, event)
    expect(now === before).toBe(becomes === null)
    expect(now).toMatchObject(becomes ?? before)
  })
  test('has a case for each rule', () => {
    const tried = new Set(
      cases.flatMap(({ before, event }) => rules.filter((rule) => rule.apply(before, event) !== null)),
    )
    expect(rules.filter((rule) => !tried.has(rule)).map(({ title }) => title)).toEqual([])
  })
  test('has at most one rule for each kind and state', () => {
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
      step: constant(null),
      counter: constant(null),
    }),
    alarms: constantFrom([], [alarm]),
    fault: constant(null),
  }),
)

test('no sequence of events shows an old value, or resumes a job without a person after a lost connection', () => {
  assert(
    property(array(anyEvent, { maxLength: 40 }), (events) => {
      let now = initialState({ programId: 'p', counted: 1 })
      let waitingProgramId: string | null = 'p'
      for (const event of events) {
        now = transition(now, event)
        expect(brakeStates).toContain(now.state)
        const isDown = ['disconnected', 'probing', 'stale'].includes(now.state)
        expect(isDown && now.polled !== null).toBe(false)
        const hasJob = now.state === 'verified' || now.state === 'piece_done'
        expect(hasJob && now.loaded?.waits !== false).toBe(false)
        expect(now.sending === null).toBe(now.state !== 'uploading')
        if (now.state === 'disconnected' || now.state === 'stale') waitingProgramId = now.loaded?.programId ?? null
        const endingTheWait: BrakeEventKind[] = ['resumed', 'verified', 'upload_started', 'released']
        if (endingTheWait.includes(event.kind)) waitingProgramId = now.loaded?.waits === true ? waitingProgramId : null
        const mustWait = waitingProgramId !== null && now.loaded?.programId === waitingProgramId
        expect(mustWait && now.loaded?.waits !== true).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a program may be sent only while a machine at rest answers', () => {
  expect([...sendable].toSorted()).toEqual(['piece_done', 'ready', 'verified'])
})

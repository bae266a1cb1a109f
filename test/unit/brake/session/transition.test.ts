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
import type { Fault, Happening, HappeningKind, LinkState } from '../../../../src-main/brake/session/happening.ts'
import { atStart, lines, sendable, transition } from '../../../../src-main/brake/session/transition.ts'

const fault: Fault = { code: 'no_answer', message: 'nothing came', address: null, at: 0 }
const heard = { at: 1, running: false, safe: true, counter: 7 }
const alarm = { code: 4, text: 'light curtain', address: 12 }
const loaded = { programId: 'p', counted: 0, waits: false, uncounted: null }

const known: LinkState = { ...atStart(null), identity: 'simulator', now: heard }
const during = (state: BrakeState, more: Partial<LinkState> = {}): LinkState => ({ ...known, state, ...more })
const after = (before: LinkState, happening: Happening): LinkState => transition(before, happening)

interface Case {
  says: string
  before: LinkState
  happening: Happening
  /** Null: nothing changes. */
  becomes: Partial<LinkState> | null
}

const cases: readonly Case[] = [
  {
    says: 'a line opens',
    before: during('disconnected'),
    happening: { kind: 'line_opened' },
    becomes: { state: 'probing' },
  },
  {
    says: 'somebody answers, and nothing is loaded from here',
    before: during('probing', { lineFault: fault }),
    happening: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', identity: 'unit 1', lineFault: null },
  },
  {
    says: 'somebody answers after a restart: what was loaded waits for a person',
    before: { ...atStart({ programId: 'p', counted: 3 }), state: 'probing' },
    happening: { kind: 'identified', identity: 'unit 1' },
    becomes: { state: 'ready', loaded: { ...loaded, counted: 3, waits: true } },
  },
  {
    says: 'the cable is pulled in the midst of a sending',
    before: during('uploading', { sending: { programId: 'p', phase: 'sending' } }),
    happening: { kind: 'line_lost', fault },
    becomes: { state: 'disconnected', sending: null, now: null, identity: null, lineFault: fault, loaded: null },
  },
  {
    says: 'the cable is pulled under a job: the job stays and waits',
    before: during('piece_done', { loaded: { ...loaded, counted: 2 }, alarms: [alarm] }),
    happening: { kind: 'line_lost', fault },
    becomes: { state: 'disconnected', now: null, alarms: [], loaded: { ...loaded, counted: 2, waits: true } },
  },
  {
    says: 'it runs',
    before: during('verified', { loaded }),
    happening: { kind: 'heard', heard: { ...heard, running: true }, alarms: [], fault: null },
    becomes: { state: 'running' },
  },
  {
    says: 'an alarm goes before running',
    before: during('running', { loaded }),
    happening: { kind: 'heard', heard: { ...heard, running: true }, alarms: [alarm], fault: null },
    becomes: { state: 'alarm', alarms: [alarm] },
  },
  {
    says: 'the alarm is gone, and a piece was counted before',
    before: during('alarm', { loaded: { ...loaded, counted: 1 }, alarms: [alarm], lineFault: fault }),
    happening: { kind: 'heard', heard, alarms: [], fault: null },
    becomes: { state: 'piece_done', alarms: [], lineFault: null },
  },
  {
    says: 'heard, but for one register',
    before: during('ready'),
    happening: { kind: 'heard', heard, alarms: [], fault },
    becomes: { state: 'ready', lineFault: fault },
  },
  {
    says: 'heard again after silence: the job waits for a person',
    before: during('stale', { now: null, loaded: { ...loaded, waits: true } }),
    happening: { kind: 'heard', heard, alarms: [], fault: null },
    becomes: { state: 'ready', now: heard, loaded: { ...loaded, waits: true } },
  },
  {
    says: 'one reading fails: what was heard stays',
    before: during('running', { loaded }),
    happening: { kind: 'unheard', fault },
    becomes: { state: 'running', now: heard, lineFault: fault },
  },
  {
    says: 'silence blanks what was heard',
    before: during('running', { loaded, alarms: [alarm] }),
    happening: { kind: 'silent' },
    becomes: { state: 'stale', now: null, alarms: [], loaded: { ...loaded, waits: true } },
  },
  {
    says: 'while a program is read back what is too old is blanked, and the job goes on',
    before: during('running', { loaded, alarms: [alarm] }),
    happening: { kind: 'too_old' },
    becomes: { state: 'running', now: null, alarms: [], loaded },
  },
  {
    says: 'sending forgets what was loaded and what went wrong before',
    before: during('piece_done', { loaded, workFault: fault }),
    happening: { kind: 'sending_begun', programId: 'q' },
    becomes: {
      state: 'uploading',
      now: null,
      loaded: null,
      workFault: null,
      sending: { programId: 'q', phase: 'sending' },
    },
  },
  {
    says: 'sent, and being read back',
    before: during('uploading', { sending: { programId: 'q', phase: 'sending' } }),
    happening: { kind: 'reading_back' },
    becomes: { state: 'uploading', sending: { programId: 'q', phase: 'reading_back' } },
  },
  {
    says: 'read back as it was sent',
    before: during('uploading', { sending: { programId: 'p', phase: 'reading_back' } }),
    happening: { kind: 'verified', programId: 'p' },
    becomes: { state: 'verified', sending: null, loaded },
  },
  {
    says: 'sending failed',
    before: during('uploading', { sending: { programId: 'p', phase: 'sending' } }),
    happening: { kind: 'sending_failed', fault },
    becomes: { state: 'ready', sending: null, workFault: fault, loaded: null },
  },
  {
    says: 'another program is there',
    before: during('running', { loaded }),
    happening: { kind: 'program_lost', fault },
    becomes: { state: 'running', loaded: null, workFault: fault },
  },
  {
    says: 'let go while the line is down',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    happening: { kind: 'let_go' },
    becomes: { state: 'disconnected', loaded: null },
  },
  {
    says: 'a piece',
    before: during('verified', { loaded }),
    happening: { kind: 'counted', counted: 1 },
    becomes: { state: 'piece_done', loaded: { ...loaded, counted: 1 } },
  },
  {
    says: 'a piece while the next one is under way',
    before: during('running', { loaded }),
    happening: { kind: 'counted', counted: 1 },
    becomes: { state: 'running', loaded: { ...loaded, counted: 1 } },
  },
  {
    says: 'a counter that nobody understands holds the job',
    before: during('piece_done', { loaded }),
    happening: { kind: 'not_counted', fault, waits: true },
    becomes: { state: 'ready', workFault: fault, loaded: { ...loaded, waits: true } },
  },
  {
    says: 'a sheet that takes no pieces is said, and the job goes on',
    before: during('verified', { loaded }),
    happening: { kind: 'not_counted', fault, waits: false },
    becomes: { state: 'verified', workFault: fault, loaded },
  },
  {
    says: 'it counts again',
    before: during('verified', { loaded, workFault: fault }),
    happening: { kind: 'counting_again' },
    becomes: { workFault: null },
  },
  {
    says: 'what was made while a person is waited for is shown',
    before: during('ready', { loaded: { ...loaded, waits: true } }),
    happening: { kind: 'missed', uncounted: 2 },
    becomes: { state: 'ready', loaded: { ...loaded, waits: true, uncounted: 2 } },
  },
  {
    says: 'a person says that it is still this job',
    before: during('ready', { loaded: { ...loaded, counted: 2, waits: true, uncounted: 1 }, workFault: fault }),
    happening: { kind: 'resumed' },
    becomes: { state: 'piece_done', workFault: null, loaded: { ...loaded, counted: 2 } },
  },
  // what no line takes
  {
    says: 'nothing is sent while it runs',
    before: during('running'),
    happening: { kind: 'sending_begun', programId: 'q' },
    becomes: null,
  },
  {
    says: 'an answer that comes when the line is down is no answer',
    before: during('disconnected', { now: null }),
    happening: { kind: 'heard', heard, alarms: [], fault: null },
    becomes: null,
  },
  {
    says: 'nobody resumes a job over a line that is down',
    before: during('disconnected', { loaded: { ...loaded, waits: true } }),
    happening: { kind: 'resumed' },
    becomes: null,
  },
]

describe('what happens to the link', () => {
  test.each(cases)('$says', ({ before, happening, becomes }) => {
    const now = after(before, happening)
    expect(now === before).toBe(becomes === null)
    expect(now).toMatchObject(becomes ?? before)
  })
  test('has a case for each line of the table', () => {
    const tried = new Set(
      cases.flatMap(({ before, happening }) => lines.filter((line) => line.step(before, happening) !== null)),
    )
    expect(lines.filter((line) => !tried.has(line)).map(({ says }) => says)).toEqual([])
  })
  test('is one line for each kind and state: no two of them meet', () => {
    const taken = lines.flatMap(({ on, from }) => from.map((state) => `${on} ${state}`))
    expect(taken).toHaveLength(new Set(taken).size)
  })
})

const anyHappening: Arbitrary<Happening> = oneof(
  constantFrom<Happening>(
    { kind: 'line_opened' },
    { kind: 'line_lost', fault },
    { kind: 'identified', identity: 'unit 1' },
    { kind: 'unheard', fault },
    { kind: 'too_old' },
    { kind: 'silent' },
    { kind: 'sending_begun', programId: 'q' },
    { kind: 'reading_back' },
    { kind: 'verified', programId: 'q' },
    { kind: 'sending_failed', fault },
    { kind: 'program_lost', fault },
    { kind: 'let_go' },
    { kind: 'counting_again' },
    { kind: 'missed', uncounted: 1 },
    { kind: 'resumed' },
  ),
  record({ kind: constant<'counted'>('counted'), counted: nat(9) }),
  record({ kind: constant<'not_counted'>('not_counted'), fault: constant(fault), waits: boolean() }),
  record({
    kind: constant<'heard'>('heard'),
    heard: record({
      at: constant(1),
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
    property(array(anyHappening, { maxLength: 40 }), (happenings) => {
      let now = atStart({ programId: 'p', counted: 1 })
      let awayWith: string | null = 'p'
      for (const happening of happenings) {
        now = transition(now, happening)
        expect(brakeStates).toContain(now.state)
        const isDown = ['disconnected', 'probing', 'stale'].includes(now.state)
        expect(isDown && now.now !== null).toBe(false)
        const hasJob = now.state === 'verified' || now.state === 'piece_done'
        expect(hasJob && now.loaded?.waits !== false).toBe(false)
        expect(now.sending === null).toBe(now.state !== 'uploading')
        if (now.state === 'disconnected' || now.state === 'stale') awayWith = now.loaded?.programId ?? null
        const isAPersons: HappeningKind[] = ['resumed', 'verified', 'sending_begun', 'let_go']
        if (isAPersons.includes(happening.kind)) awayWith = now.loaded?.waits === true ? awayWith : null
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

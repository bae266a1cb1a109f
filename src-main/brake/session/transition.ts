// The link's state machine: one table, a line for each thing that can happen. Pure: what is known and what happened go in, what is
// known then comes out. What no line takes changes nothing.
import type { BrakeState } from '../../../shared/station-api/index.ts'
import type { Happening, HappeningKind, LinkState, Loaded } from './happening.ts'

export interface Line {
  readonly says: string
  readonly on: HappeningKind
  readonly from: readonly BrakeState[]
  readonly step: (before: LinkState, happening: Happening) => LinkState | null
}

type Told<Kind extends HappeningKind> = Extract<Happening, { kind: Kind }>

function line<Kind extends HappeningKind>(
  says: string,
  on: Kind,
  from: readonly BrakeState[],
  step: (before: LinkState, told: Told<Kind>) => LinkState,
): Line {
  const isOf = (happening: Happening): happening is Told<Kind> => happening.kind === on
  return {
    says,
    on,
    from,
    step: (before, happening) => (isOf(happening) && from.includes(before.state) ? step(before, happening) : null),
  }
}

/** Sending is apart: nothing is read meanwhile. */
const answering: readonly BrakeState[] = ['ready', 'verified', 'running', 'piece_done', 'alarm']
const everywhere: readonly BrakeState[] = [...answering, 'disconnected', 'probing', 'uploading', 'stale']
/** Here something may be sent. */
export const sendable: readonly BrakeState[] = ['ready', 'verified', 'piece_done']

/** What a machine at rest is, by what it has from here. */
const atRest = (loaded: Loaded | null): BrakeState =>
  loaded === null || loaded.waits ? 'ready' : loaded.counted > 0 ? 'piece_done' : 'verified'
const held = (loaded: Loaded | null): Loaded | null => loaded && { ...loaded, waits: true, uncounted: null }
const nothingKnown = { now: null, alarms: [], sending: null } as const

/** In what state it is by what was heard last, once `loaded` is another. */
const settled = (before: LinkState, loaded: Loaded | null): LinkState => ({
  ...before,
  loaded,
  state: sendable.includes(before.state) ? atRest(loaded) : before.state,
})

export const lines: readonly Line[] = [
  // the line
  line('the line is open; who is there is not known yet', 'line_opened', ['disconnected'], (before) => ({
    ...before,
    state: 'probing',
  })),
  line('somebody answers', 'identified', ['probing'], (before, { identity }) => ({
    ...before,
    state: atRest(before.loaded),
    identity,
    lineFault: null,
  })),
  line(
    'no line: nothing is known, and a person says how a job goes on',
    'line_lost',
    everywhere,
    (before, { fault }) => ({
      ...before,
      ...nothingKnown,
      state: 'disconnected',
      identity: null,
      lineFault: fault,
      loaded: held(before.loaded),
    }),
  ),

  // what is read
  line(
    'heard: an alarm first, then whether it runs',
    'heard',
    [...answering, 'stale'],
    (before, { heard, alarms, fault }) => ({
      ...before,
      state: alarms.length > 0 ? 'alarm' : heard.running === true ? 'running' : atRest(before.loaded),
      now: heard,
      alarms,
      lineFault: fault,
    }),
  ),
  line(
    'one reading failed: what was heard before stays until it is too old',
    'unheard',
    [...answering, 'stale'],
    (before, { fault }) => ({
      ...before,
      lineFault: fault,
    }),
  ),
  line('too old while a program is read back: blank, and the job goes on', 'too_old', answering, (before) =>
    before.now === null ? before : { ...before, now: null, alarms: [] },
  ),
  line('too old: blank, and a person says how a job goes on', 'silent', answering, (before) => ({
    ...before,
    ...nothingKnown,
    state: 'stale',
    loaded: held(before.loaded),
  })),

  // a program
  line('sending: what was there counts no more', 'sending_begun', sendable, (before, { programId }) => ({
    ...before,
    state: 'uploading',
    sending: { programId, phase: 'sending' },
    now: null,
    loaded: null,
    workFault: null,
  })),
  line('sent: read back', 'reading_back', ['uploading'], (before) => ({
    ...before,
    sending: before.sending && { ...before.sending, phase: 'reading_back' },
  })),
  line('read back as it was sent', 'verified', ['uploading'], (before, { programId }) => ({
    ...before,
    state: 'verified',
    sending: null,
    loaded: { programId, counted: 0, waits: false, uncounted: null },
  })),
  line(
    'not sent, or read back otherwise: nothing of ours is there',
    'sending_failed',
    ['uploading'],
    (before, { fault }) => ({
      ...before,
      state: 'ready',
      sending: null,
      workFault: fault,
    }),
  ),
  line('another program is there: this one counts no more', 'program_lost', answering, (before, { fault }) => ({
    ...settled(before, null),
    workFault: fault,
  })),
  line('a person lets it go', 'let_go', everywhere, (before) => ({ ...settled(before, null), workFault: null })),

  // pieces
  line('pieces', 'counted', answering, (before, { counted }) =>
    settled(before, before.loaded && { ...before.loaded, counted }),
  ),
  line(
    'a count that is not booked is said, and may want a person',
    'not_counted',
    answering,
    (before, { fault, waits }) => ({
      ...settled(before, waits ? held(before.loaded) : before.loaded),
      workFault: fault,
    }),
  ),
  line('it counts again', 'counting_again', answering, (before) => ({ ...before, workFault: null })),
  line('made while a person is waited for', 'missed', answering, (before, { uncounted }) => ({
    ...before,
    loaded: before.loaded && { ...before.loaded, uncounted },
  })),
  line('a person says that it is still this job', 'resumed', answering, (before) => ({
    ...settled(before, before.loaded && { ...before.loaded, waits: false, uncounted: null }),
    workFault: null,
  })),
]

/** What is known after it. A happening that no line takes in this state changes nothing. */
export function transition(before: LinkState, happening: Happening): LinkState {
  for (const { step } of lines) {
    const after = step(before, happening)
    if (after !== null) return after
  }
  return before
}

/** What is known at the start: what was loaded by this station before waits for a person. */
export const atStart = (loaded: Pick<Loaded, 'programId' | 'counted'> | null): LinkState => ({
  ...nothingKnown,
  state: 'disconnected',
  lineFault: null,
  workFault: null,
  identity: null,
  loaded: loaded && { ...loaded, waits: true, uncounted: null },
})

// The link's state machine: a table with one rule for each event. Pure: the state and an event go in, the new state comes out.
// An event that no rule accepts in the current state changes nothing.
import type { BrakeState } from '../../../shared/station-api/index.ts'
import type { BrakeEvent, BrakeEventKind, LinkState, LoadedProgram } from './brake-event.ts'

export interface Rule {
  readonly title: string
  readonly on: BrakeEventKind
  readonly from: readonly BrakeState[]
  /** The new state; null where the rule does not accept the event. */
  readonly apply: (before: LinkState, event: BrakeEvent) => LinkState | null
}

type EventOf<Kind extends BrakeEventKind> = Extract<BrakeEvent, { kind: Kind }>

function rule<Kind extends BrakeEventKind>(
  title: string,
  on: Kind,
  from: readonly BrakeState[],
  apply: (before: LinkState, event: EventOf<Kind>) => LinkState,
): Rule {
  const isAccepted = (event: BrakeEvent): event is EventOf<Kind> => event.kind === on
  return {
    title,
    on,
    from,
    apply: (before, event) => (isAccepted(event) && from.includes(before.state) ? apply(before, event) : null),
  }
}

/** States in which the controller is polled. During an upload nothing is polled. */
const answering: readonly BrakeState[] = ['ready', 'verified', 'running', 'piece_done', 'alarm']
const everywhere: readonly BrakeState[] = [...answering, 'disconnected', 'probing', 'uploading', 'stale']
/** States in which a program may be sent. */
export const sendable: readonly BrakeState[] = ['ready', 'verified', 'piece_done']

/** The state of a machine at rest, by the program that it has from this station. */
const atRest = (loaded: LoadedProgram | null): BrakeState =>
  loaded === null || loaded.waits ? 'ready' : loaded.counted > 0 ? 'piece_done' : 'verified'
const waiting = (loaded: LoadedProgram | null): LoadedProgram | null =>
  loaded && { ...loaded, waits: true, uncounted: null }
const nothingKnown = { polled: null, alarms: [], sending: null } as const

/** The state after `loaded` has changed. */
const withLoaded = (before: LinkState, loaded: LoadedProgram | null): LinkState => ({
  ...before,
  loaded,
  state: sendable.includes(before.state) ? atRest(loaded) : before.state,
})

const connectionRules: readonly Rule[] = [
  rule('connected; the controller is not identified yet', 'connection_opened', ['disconnected'], (before) => ({
    ...before,
    state: 'probing',
  })),
  rule('the controller answers', 'identified', ['probing'], (before, { identity }) => ({
    ...before,
    state: atRest(before.loaded),
    identity,
    connectionFault: null,
  })),
  rule('connection lost: the job waits for a person', 'connection_lost', everywhere, (before, { fault }) => ({
    ...before,
    ...nothingKnown,
    state: 'disconnected',
    identity: null,
    connectionFault: fault,
    loaded: waiting(before.loaded),
  })),
]

const pollRules: readonly Rule[] = [
  rule(
    'polled: an alarm goes before a running machine',
    'polled',
    [...answering, 'stale'],
    (before, { polled, alarms, fault }) => ({
      ...before,
      state: alarms.length > 0 ? 'alarm' : polled.running === true ? 'running' : atRest(before.loaded),
      polled,
      alarms,
      connectionFault: fault,
    }),
  ),
  rule(
    'a poll failed: the last one stays until it is too old',
    'poll_failed',
    [...answering, 'stale'],
    (before, { fault }) => ({ ...before, connectionFault: fault }),
  ),
  rule('too old during a long answer: cleared, and the job continues', 'expired', answering, (before) =>
    before.polled === null ? before : { ...before, polled: null, alarms: [] },
  ),
  rule('too old: cleared, and the job waits for a person', 'silent', answering, (before) => ({
    ...before,
    ...nothingKnown,
    state: 'stale',
    loaded: waiting(before.loaded),
  })),
]

const programRules: readonly Rule[] = [
  rule('an upload starts: the program before it does not count any more', 'upload_started', sendable, startUpload),
  rule('uploaded: it is read back', 'reading_back', ['uploading'], (before) => ({
    ...before,
    sending: before.sending && { ...before.sending, phase: 'reading_back' },
  })),
  rule('read back as it was sent', 'verified', ['uploading'], (before, { programId }) => ({
    ...before,
    state: 'verified',
    sending: null,
    loaded: { programId, counted: 0, waits: false, uncounted: null },
  })),
  rule('the upload failed, or something else was read back', 'upload_failed', ['uploading'], (before, { fault }) => ({
    ...before,
    state: 'ready',
    sending: null,
    workFault: fault,
  })),
  rule('the controller has another program: ours does not count any more', 'program_replaced', answering, setReplaced),
  rule('a person releases the job', 'released', everywhere, (before) => ({
    ...withLoaded(before, null),
    workFault: null,
  })),
]

function startUpload(before: LinkState, { programId }: EventOf<'upload_started'>): LinkState {
  const sending = { programId, phase: 'sending' } as const
  return { ...before, state: 'uploading', sending, polled: null, loaded: null, workFault: null }
}

function setReplaced(before: LinkState, { fault }: EventOf<'program_replaced'>): LinkState {
  return { ...withLoaded(before, null), workFault: fault }
}

const pieceRules: readonly Rule[] = [
  rule('pieces were counted', 'counted', answering, (before, { counted }) =>
    withLoaded(before, before.loaded && { ...before.loaded, counted }),
  ),
  rule(
    'pieces were not counted; a person may have to decide',
    'not_counted',
    answering,
    (before, { fault, waits }) => ({
      ...withLoaded(before, waits ? waiting(before.loaded) : before.loaded),
      workFault: fault,
    }),
  ),
  rule('pieces count again', 'counting_again', answering, (before) => ({ ...before, workFault: null })),
  rule('pieces were made while the job waits', 'made_while_waiting', answering, (before, { uncounted }) => ({
    ...before,
    loaded: before.loaded && { ...before.loaded, uncounted },
  })),
  rule('a person confirms the job', 'resumed', answering, (before) => ({
    ...withLoaded(before, before.loaded && { ...before.loaded, waits: false, uncounted: null }),
    workFault: null,
  })),
]

export const rules: readonly Rule[] = [...connectionRules, ...pollRules, ...programRules, ...pieceRules]

/** The state after the event. An event that no rule accepts in this state changes nothing. */
export function transition(before: LinkState, event: BrakeEvent): LinkState {
  for (const { apply } of rules) {
    const after = apply(before, event)
    if (after !== null) return after
  }
  return before
}

/** The state at the start: a job that this station had before waits for a person. */
export const initialState = (loaded: Pick<LoadedProgram, 'programId' | 'counted'> | null): LinkState => ({
  ...nothingKnown,
  state: 'disconnected',
  connectionFault: null,
  workFault: null,
  identity: null,
  loaded: loaded && { ...loaded, waits: true, uncounted: null },
})

// What the message bar can say, in the order of its importance, and what a person can dismiss. Pure.
import type {
  BrakeFault,
  BrakeView,
  ExportView,
  MarkView,
  Problem,
  StatusView,
} from '../../shared/station-api/index.ts'
import type { ScanProblem } from '../scan/scan-notice.ts'
import type { ShownSignal } from '../sounds/signal-events.ts'
import { problemsShown } from './problems-shown.ts'

export type Message =
  | { readonly kind: 'link_lost' }
  /** The last entry of this screen was not stored. */
  | { readonly kind: 'not_stored' }
  | { readonly kind: 'held'; readonly mark: MarkView }
  | { readonly kind: 'brake_alarm' }
  /** A program was not sent, or the brake's pieces were not counted. */
  | { readonly kind: 'brake_fault'; readonly fault: BrakeFault }
  | { readonly kind: 'scan'; readonly problem: ScanProblem }
  | { readonly kind: 'signal'; readonly signal: ShownSignal }
  /** `stops`: work continues only after a person has acted. */
  | { readonly kind: 'problem'; readonly problem: Problem; readonly stops: boolean }
  | { readonly kind: 'warning'; readonly problem: Problem }
  | { readonly kind: 'export'; readonly view: ExportView; readonly waiting: number }

export interface MessageFacts {
  /** The connection between this screen and its station. */
  readonly isLinkLost: boolean
  readonly status: Pick<StatusView, 'connection' | 'queue' | 'warnings'>
  readonly brake: Pick<BrakeView, 'state' | 'workFault'>
  /** The station does not store what is entered. */
  readonly isStorageRefused: boolean
  readonly signal: ShownSignal | null
  readonly scanProblem: ScanProblem | null
  /** Marks of other sheets that can be undone. */
  readonly heldMarks: readonly MarkView[]
  /** The running export, or the last one that nobody has dismissed. */
  readonly export: { readonly view: ExportView; readonly waiting: number } | null
}

/** Overlooking one of these may lose work. The others are only in the list of all messages. */
const serious: ReadonlySet<Problem['code']> = new Set([
  'outbox_rebuilt',
  'outbox_incomplete',
  'restore_failed',
  'restored',
  'outbox_failing',
  'journal_of_another',
  'journal_failing',
  'cache_failing',
  'other_workshop',
  'clock_differs',
])
/** Shown at every start until a person confirms. */
const acknowledged: ReadonlySet<Problem['code']> = new Set([
  'outbox_rebuilt',
  'outbox_incomplete',
  'journal_of_another',
  'restore_failed',
  'restored',
])
/** The store of marks is damaged, or does not accept them. */
const storeDamage: ReadonlySet<Problem['code']> = new Set(['outbox_failing', 'outbox_unreadable'])

export const needsAcknowledgement = (message: Message): boolean =>
  message.kind === 'warning' && acknowledged.has(message.problem.code)

/** Good news that a person should know. */
export const isGoodNews = ({ code }: Problem): boolean => code === 'restored'

/** Everything that the bar can say now, the most important first. */
export function messagesOf(facts: MessageFacts): Message[] {
  const { isLinkLost, status, brake, isStorageRefused, signal, scanProblem, heldMarks } = facts
  const messages: Message[] = []
  if (isLinkLost) messages.push({ kind: 'link_lost' })
  // without a connection to the station the state of the service and of the brake is unknown
  else {
    for (const { problem, stops } of problemsShown(status)) messages.push({ kind: 'problem', problem, stops })
    if (brake.state === 'alarm') messages.push({ kind: 'brake_alarm' })
    if (brake.workFault !== null) messages.push({ kind: 'brake_fault', fault: brake.workFault })
    if (signal !== null && !(signal.event === 'brake_alarm' && brake.state === 'alarm'))
      messages.push({ kind: 'signal', signal })
  }
  if (isStorageRefused) messages.push({ kind: 'not_stored' })
  // 'not_stored' reports the same for this screen
  for (const problem of status.warnings)
    if (serious.has(problem.code) && !(isStorageRefused && problem.code === 'outbox_failing'))
      messages.push({ kind: 'warning', problem })
  if (scanProblem !== null) messages.push({ kind: 'scan', problem: scanProblem })
  for (const mark of heldMarks) messages.push({ kind: 'held', mark })
  if (facts.export !== null) messages.push({ kind: 'export', ...facts.export })
  return messages.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The least is the most important. What can be undone only for seconds comes before what stays. */
function rankOf(message: Message): number {
  switch (message.kind) {
    case 'link_lost':
      return 0
    case 'not_stored':
      return 1
    case 'held':
      return 2
    case 'brake_alarm':
      return 3
    case 'brake_fault':
      return 4
    case 'scan':
      return 5
    case 'signal':
      return signalRanks[message.signal.event]
    case 'problem':
      return storeDamage.has(message.problem.code) ? 1 : message.stops ? 7 : 11
    case 'warning':
      if (storeDamage.has(message.problem.code)) return 1
      if (isGoodNews(message.problem)) return 13
      return needsAcknowledgement(message) ? 7 : 11
    case 'export':
      return 12
  }
}

const signalRanks = { waits_for_person: 6, mark_needs_person: 8, brake_alarm: 9, pieces_done: 10 } as const

/** The same message with other figures has another key, so that a dismissed one comes back. */
export function keyOf(message: Message): string {
  switch (message.kind) {
    case 'held':
      return `held ${message.mark.id}`
    case 'scan':
      return `scan ${message.problem}`
    case 'signal':
      return `signal ${message.signal.event} ${message.signal.since}`
    case 'brake_fault':
      return `brake_fault ${message.fault.code} ${message.fault.occurredAt}`
    case 'problem':
    case 'warning':
      return `${message.kind} ${message.problem.code} ${JSON.stringify(message.problem.params)}`
    case 'export':
      return `export ${message.view.exportId}`
    case 'link_lost':
    case 'not_stored':
    case 'brake_alarm':
      return message.kind
  }
}

/** A stop, an alarm of the brake, and damage of the store stay as long as they last. The message of a mark ends with the hold. */
export function isDismissable(message: Message): boolean {
  switch (message.kind) {
    case 'link_lost':
    case 'not_stored':
    case 'held':
    case 'brake_alarm':
      return false
    case 'problem':
      return !message.stops && !storeDamage.has(message.problem.code)
    case 'warning':
      return !storeDamage.has(message.problem.code) && !needsAcknowledgement(message)
    case 'export':
      return message.view.state !== 'running'
    case 'brake_fault':
    case 'scan':
    case 'signal':
      return true
  }
}
